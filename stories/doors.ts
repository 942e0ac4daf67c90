const opened = new Map<string, { opens: Promise<void>; open: () => void }>();

/**
 * What the tools of a story wait for, by name. The story opens each when it has seen what it wants to see, so that no
 * story races with a clock.
 */
export const doors = {
  /** @throws Error where the signal ends the wait first */
  async pass(name: string, signal?: AbortSignal): Promise<void> {
    const stopped = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("Stopped.")));
    });
    await Promise.race([doorOf(name).opens, stopped]);
  },
  open: (name: string): void => doorOf(name).open(),
  closeAll: (): void => opened.clear(),
};

function doorOf(name: string) {
  const known = opened.get(name);
  if (known !== undefined) return known;
  let open = () => {};
  const opens = new Promise<void>((resolve) => {
    open = resolve;
  });
  const door = { opens, open };
  opened.set(name, door);
  return door;
}
