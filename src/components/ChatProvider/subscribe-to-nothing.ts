/** For `useSyncExternalStore` where nothing is there that could change. */
export function subscribeToNothing(): () => void {
  return () => undefined;
}
