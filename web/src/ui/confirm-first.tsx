import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Note } from "./note.tsx";
import { useAsking } from "./use-asking.ts";
import layout from "./layout.module.css";

interface ConfirmFirstProps {
  text: string;
  /** The consequences, and that it cannot be undone. */
  warning: string;
  isPending: boolean;
  onConfirm: () => void;
}

/** A button for actions that cannot be undone: it states the consequences and asks for confirmation. */
export function ConfirmFirst({ text, warning, isPending, onConfirm }: ConfirmFirstProps) {
  const { t } = useTranslation();
  const { isAsking, wasAsking, ask, leave } = useAsking();
  if (!isAsking)
    return (
      <Button variant="default" autoFocus={wasAsking} loading={isPending} onClick={ask}>
        {text}…
      </Button>
    );
  return (
    <div className={layout["ask"]} role="group" aria-label={text}>
      <Note>{warning}</Note>
      <div className={layout["inline"]}>
        <Button
          color="red"
          onClick={() => {
            leave();
            onConfirm();
          }}
        >
          {text}
        </Button>
        {/* A key that is held, or pressed twice, must not confirm. */}
        <Button variant="default" autoFocus onClick={leave}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}
