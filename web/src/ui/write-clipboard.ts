/** For pages without HTTPS, where browsers have no clipboard for scripts. */
function copyByCommand(text: string): boolean {
  let isWritten = false;
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isWritten = true;
  };
  document.addEventListener("copy", write, { once: true });
  // oxlint-disable-next-line typescript/no-deprecated -- the only method there: its replacement is what is missing.
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", write);
  return isDone && isWritten;
}

/** Copies a text; false if the browser refuses. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    // Missing without HTTPS, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) return copyByCommand(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}
