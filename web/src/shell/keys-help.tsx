import { useHotkeys } from "@mantine/hooks";
import { useOnDemand } from "./use-on-demand.ts";

/** `?` lists the keyboard shortcuts of the page. */
export function KeysHelp() {
  const [List, open, close] = useOnDemand(() => import("./keys-list.tsx").then(({ KeysList }) => KeysList));
  useHotkeys([["shift+?", open]]);
  return List === undefined ? null : <List onClose={close} />;
}
