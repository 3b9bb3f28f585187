import { useKeys } from "../ui/use-keys.ts";
import { useOnDemand } from "./use-on-demand.ts";

/** `?` lists the keyboard shortcuts of the page. */
export function KeysHelp() {
  const [List, open, close] = useOnDemand(() => import("./keys-list.tsx").then(({ KeysList }) => KeysList));
  // Some keyboards and aids type it without Shift.
  useKeys([
    ["shift+?", open],
    ["?", open],
  ]);
  return List === undefined ? null : <List onClose={close} />;
}
