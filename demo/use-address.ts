import { useState } from "react";

/**
 * A choice that the page's address remembers, as `?name=choice`.
 * @param choices  what may be chosen; the first one is the default, and anything else in the address counts as it
 */
export function useAddress(name: string, choices: readonly string[]): [string, (choice: string) => void] {
  const [choice, setChoice] = useState(() => {
    const written = new URLSearchParams(location.search).get(name);
    return choices.find((each) => each === written) ?? choices[0] ?? "";
  });
  const choose = (next: string) => {
    const url = new URL(location.href);
    url.searchParams.set(name, next);
    history.replaceState(null, "", url);
    setChoice(next);
  };
  return [choice, choose];
}
