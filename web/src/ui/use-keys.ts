import { useHotkeys } from "@mantine/hooks";

/** Checkboxes take no text, so shortcuts work while one has the focus. */
const TYPING = "textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]";

const isTyping = ({ target }: Event): boolean => target instanceof Element && target.closest(TYPING) !== null;

/** What is below a dialog must not change. */
const isBelowDialog = (): boolean => document.querySelector("dialog[open]") !== null;

/** Those that move through a list; a key that is held must not decide about one row after the other. */
const MAY_BE_HELD = ["j", "k"];

/** Keyboard shortcuts of a page, except while the user types or a dialog is open above it. */
export const useKeys = (keys: readonly (readonly [key: string, run: () => void])[]): void =>
  useHotkeys(
    keys.map(([key, run]) => [
      key,
      (event) => {
        if (isTyping(event) || isBelowDialog() || (event.repeat && !MAY_BE_HELD.includes(key))) return;
        event.preventDefault();
        run();
      },
      { preventDefault: false },
    ]),
    [],
  );
