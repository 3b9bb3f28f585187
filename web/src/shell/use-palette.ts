import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { useOverlaySearch } from "../ui/use-overlay-search.ts";

/** Whether the search is open, which Ctrl+K opens from any page, and functions that open, close and leave it. */
export function usePalette() {
  const [{ find, findFormat, findIn }, change] = useOverlaySearch();
  // Not only what the address says: what is typed right after Ctrl+K must reach the field.
  const [isOpen, setOpen] = useState([find, findFormat, findIn].some((chosen) => chosen !== undefined));
  const open = (): void => setOpen(true);
  // Also works while an input has the focus.
  useHotkeys([["mod+K", open]], []);
  const leave = (): void => setOpen(false);
  const close = (): void => {
    leave();
    change({ find: undefined, findFormat: undefined, findIn: undefined });
  };
  return { isOpen, open, close, leave };
}
