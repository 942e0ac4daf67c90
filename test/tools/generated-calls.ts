import fc from "fast-check";
import type { JsonSchema, ToolDeclaration } from "../../src/stream/tool.js";

export interface GeneratedCall {
  tool: ToolDeclaration;
  /** Fits the tool's schema. */
  input: Record<string, unknown>;
}

interface Node {
  schema: JsonSchema;
  values: fc.Arbitrary<unknown>;
}

/** Pieces of the formats' own markup, and what looks like other types. */
const pieces = [
  ...'</arg>|<arg name="x">|<item>|</item>|</tool>|<tool name="y">|<!--|-->|<![CDATA[|]]>|&amp;|&#10;|&'.split("|"),
  ..."[[SEG_START {|]]|[[SEG_END]]|###:{|> [!tool|```|`|~~~|{|}|[|]|\"|'|\\|\\n|,|:".split("|"),
  ..."</write_file>|</edit_file>|</run_bash>|__START_CONTENT__|__END_CONTENT__|__START_PATCH__|__END_PATCH__".split(
    "|",
  ),
  ..."null|None|true|24|-1e3|9007199254740993|\n|\r\n|\t| |  |a|é|𝒳|🚌|\u00a0|\ufeff".split("|"),
];

export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join("")),
);

const integers = fc.oneof(fc.integer(), fc.maxSafeInteger());
const numbers = fc.oneof(integers, fc.double({ noNaN: true, noDefaultInfinity: true })).map((number) => number + 0);

const keys = fc
  .oneof(
    fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,12}$/),
    fc.constantFrom(..."arguments name parameters args input id tool item arg path function type".split(" ")),
    fc.constantFrom(
      "two words",
      "dash-ed",
      "ключ",
      "constructor",
      "toString",
      'quo"te',
      "it's",
      "a<b",
      "a&amp;b",
      "line\nbreak",
    ),
  )
  .filter((key) => key !== "__proto__");

const leaf: fc.Arbitrary<Node> = fc.oneof(
  fc.constant<Node>({ schema: { type: "string" }, values: texts }),
  fc.constant<Node>({ schema: { type: "integer" }, values: integers }),
  fc.constant<Node>({ schema: { type: "number" }, values: numbers }),
  fc.constant<Node>({ schema: { type: "boolean" }, values: fc.boolean() }),
  fc.constant<Node>({ schema: { type: "null" }, values: fc.constant(null) }),
  fc.constant<Node>({
    schema: {},
    values: fc.jsonValue({ maxDepth: 2, noUnicodeString: false }).map(withoutPrototype),
  }),
  fc.uniqueArray(texts, { minLength: 1, maxLength: 4 }).map((options) => ({
    schema: { type: "string", enum: options },
    values: fc.constantFrom(...options),
  })),
  fc.constantFrom<Node>(
    { schema: { enum: [1, 2, 3] }, values: fc.constantFrom(1, 2, 3) },
    {
      schema: { oneOf: [{ type: "string" }, { type: "integer" }] },
      values: fc.oneof(texts, integers),
    },
    { schema: { type: ["number", "boolean"] }, values: fc.oneof(numbers, fc.boolean()) },
    { schema: { const: "fixed" }, values: fc.constant("fixed") },
    { schema: { enum: ["a", 1, null] }, values: fc.constantFrom("a", 1, null) },
  ),
  fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(20)).map(([minimum, span]) => ({
    schema: { type: "integer", minimum, maximum: minimum + span },
    values: fc.integer({ min: minimum, max: minimum + span }),
  })),
  fc.tuple(fc.nat(3), fc.nat(60)).map(([minLength, more]) => ({
    schema: { type: "string", minLength, maxLength: minLength + more },
    values: fc.string({ minLength, maxLength: minLength + more }),
  })),
);

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    tie("node").map((item) => ({
      schema: { type: "array", items: item.schema },
      values: fc.array(item.values, { maxLength: 4 }),
    })),
    fc.tuple(fields(tie("node")), fc.boolean()).map(([members, isNamed]) => toObject(members, isNamed)),
    // A list of objects, which models get wrong most.
    fc.tuple(fields(tie("node")), fc.nat(2)).map(([members, minItems]) => {
      const { schema, values } = toObject(members, true);
      return {
        schema: { type: "array", items: schema, minItems },
        values: fc.array(values, { minLength: minItems, maxLength: 4 }),
      };
    }),
    tie("node").chain(({ schema, values }) =>
      values.map((byDefault) => ({ schema: { ...schema, default: byDefault }, values })),
    ),
    tie("node").map(({ schema, values }) => ({
      schema: { anyOf: [schema, { type: "null" }] },
      values: fc.option(values),
    })),
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => ({
      schema: { anyOf: [one.schema, other.schema] },
      values: fc.oneof(one.values, other.values),
    })),
    fc.tuple(fields(tie("node")), fields(tie("node"))).map(([some, others]) => {
      const both = toObject([...some, ...others.filter(([key]) => !some.some(([each]) => each === key))], true);
      return {
        schema: {
          allOf: [
            toObject(some, true).schema,
            toObject(
              others.filter(([key]) => !some.some(([each]) => each === key)),
              true,
            ).schema,
          ],
        },
        values: both.values,
      };
    }),
  ),
}));

type Fields = [key: string, node: Node, isRequired: boolean][];

function fields(of: fc.Arbitrary<Node>): fc.Arbitrary<Fields> {
  return fc.uniqueArray(fc.tuple(keys, of, fc.boolean()), { maxLength: 4, selector: ([key]) => key });
}

function toObject(members: Fields, isNamed: boolean): Node {
  const required = members.filter(([, , isRequired]) => isRequired).map(([key]) => key);
  const record = Object.fromEntries(members.map(([key, { values }]) => [key, values]));
  return {
    schema: {
      ...(isNamed ? { type: "object" } : {}),
      properties: Object.fromEntries(members.map(([key, { schema }]) => [key, schema])),
      ...(required.length > 0 ? { required } : {}),
    },
    values: fc.record(record, { requiredKeys: required, noNullPrototype: true }),
  };
}

const names = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.:/-]{0,20}$/).filter((name) => name !== "__proto__");

/** A tool with a random schema, and a call of it that fits; now and then the schema refers to its own definitions. */
export const calls: fc.Arbitrary<GeneratedCall> = fc
  .tuple(names, texts, fields(node), fc.boolean())
  .chain(([name, description, members, isReferring]) => {
    const { schema, values } = toObject(members, true);
    const parameters = isReferring ? withDefinitions(schema) : schema;
    return values.map((input) => ({
      tool: { name, description, parameters },
      input: input as Record<string, unknown>,
    }));
  });

/** The same schema with each member moved into a definition. */
function withDefinitions(schema: JsonSchema): JsonSchema {
  const members = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    properties: Object.fromEntries(members.map(([key], index) => [key, { $ref: `#/$defs/Type${index}` }])),
    $defs: Object.fromEntries(members.map(([, member], index) => [`Type${index}`, member])),
  };
}

/** JSON values with `__proto__` keys never reach a tool: a reader drops them. */
function withoutPrototype(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), function (this: unknown, key: string, member: unknown) {
    return key === "__proto__" ? undefined : Object.is(member, -0) ? 0 : member;
  });
}
