import { useEffect, useRef } from "react";

/** Whether the part that had the focus has left, or takes no keys any longer. */
const isLost = (active: Element | null): boolean =>
  active === document.body || active?.matches(":disabled") === true;

/**
 * Keeps the focus in an element whose content changes: once the part that had it has left or is disabled, the element has
 * it. Returns the properties of the element.
 */
export function useKeptFocus<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && isLost(document.activeElement)) ref.current?.focus();
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => void (hasFocus.current = true),
    onBlur: () => void (hasFocus.current = false),
  };
}
