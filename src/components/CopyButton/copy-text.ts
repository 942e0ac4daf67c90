/**
 * Puts text on the clipboard; also in pages without the clipboard API, such as those on plain http. The focus stays where
 * it is.
 * @returns whether it is there now. Never rejects.
 */
export async function copyText(text: string, document: Document): Promise<boolean> {
  try {
    const clipboard: Clipboard | undefined = document.defaultView?.navigator.clipboard; // missing on plain http
    if (clipboard === undefined) return copyBySelection(text, document);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, document); // not allowed, or the page is not in front
  }
}

/** As a person would: select, and copy. */
function copyBySelection(text: string, document: Document): boolean {
  if (typeof document.execCommand !== "function") return false;
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.setAttribute("aria-hidden", "true");
  field.style.cssText = "position: fixed; inset: 0 auto auto 0; opacity: 0; pointer-events: none";
  // Inside what holds the focus: a dialog that traps it would not let go.
  (focused?.parentElement ?? document.body).append(field);
  try {
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
