/** Follows the brackets and strings of a JSON text that grows. Cost: each character once. */
export interface JsonNesting {
  push(delta: string): void;
  /** An object or a list stood first, and has closed: whatever follows begins something else. */
  readonly hasClosed: boolean;
}

export function createJsonNesting(): JsonNesting {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let hasClosed = false;

  function read(character: string): void {
    if (isEscaped) isEscaped = false;
    else if (isString) {
      if (character === "\\") isEscaped = true;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      hasClosed ||= depth === 0;
    }
  }

  return {
    push: (delta) => {
      for (const character of delta) read(character);
    },
    get hasClosed() {
      return hasClosed;
    },
  };
}
