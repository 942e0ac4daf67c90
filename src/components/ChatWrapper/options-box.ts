import type { ChatStoreOptions } from "../../chat/options.js";

export interface OptionsBox {
  read: () => ChatStoreOptions;
  write: (make: () => ChatStoreOptions) => void;
}

/** What the host passed last. Options are made when they are first asked for, once for each write. */
export function createOptionsBox(first: () => ChatStoreOptions): OptionsBox {
  let make = first;
  let made: ChatStoreOptions | undefined;
  return {
    read: () => {
      made ??= make();
      return made;
    },
    write: (next) => {
      make = next;
      made = undefined;
    },
  };
}
