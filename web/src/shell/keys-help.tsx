import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import type { KeysList } from "./keys-list.tsx";

/** `?` lists the keyboard shortcuts of the page. The list is loaded on demand, because few users open it. */
export function KeysHelp() {
  const [List, setList] = useState<typeof KeysList>();
  const open = () =>
    void import("./keys-list.tsx").then(
      ({ KeysList: Loaded }) => setList(() => Loaded),
      () => undefined,
    );
  useHotkeys([["shift+?", open]]);
  return List === undefined ? null : <List onClose={() => setList(undefined)} />;
}
