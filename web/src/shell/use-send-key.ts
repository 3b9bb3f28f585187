import { useHotkeys } from "@mantine/hooks";

/** Ctrl+Enter sends the form that has the focus, also from a field where Enter begins a new line. */
export const useSendKey = (): void =>
  useHotkeys(
    [
      [
        "mod+Enter",
        ({ target }) => {
          const form = target instanceof Element ? target.closest("form") : null;
          const button = form?.querySelector<HTMLButtonElement>("button[type=submit]:enabled");
          // A button that is waiting for an answer does not send again.
          button?.click();
        },
      ],
    ],
    [],
  );
