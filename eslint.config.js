import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import reactHooks from "eslint-plugin-react-hooks";
import storybook from "eslint-plugin-storybook";
import globals from "globals";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["dist", "demo-dist", "storybook-static", "coverage", "artifacts", "compat/*/node_modules"]),
  js.configs.recommended,
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
  {
    files: ["**/*.{ts,tsx,mts}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A generator that never yields is a reader that needs no more text.
      "require-yield": "off",
    },
  },
  // `expect(object.method)` is no call without its object, and a fake may be async without waiting, or reject with anything.
  {
    files: ["test/**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/prefer-promise-reject-errors": "off",
    },
  },
  { files: ["{src,stories,demo,test}/**/*.{ts,tsx}"], extends: [reactHooks.configs.flat["recommended-latest"]] },
  storybook.configs["flat/recommended"],
);
