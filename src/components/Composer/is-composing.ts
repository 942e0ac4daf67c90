import type { KeyboardEvent } from "react";

/** Safari ends a composition before the key that ended it comes; that key says 229, as it does elsewhere. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
