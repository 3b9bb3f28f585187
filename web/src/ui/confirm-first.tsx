import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "./note.tsx";
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
  const [isAsking, setIsAsking] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const ask = () => {
    setIsAsking(true);
    setWasOpened(true);
  };
  if (!isAsking)
    return (
      <Button variant="default" autoFocus={wasOpened} loading={isPending} onClick={ask}>
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
            setIsAsking(false);
            onConfirm();
          }}
        >
          {text}
        </Button>
        {/* A key that is held, or pressed twice, must not confirm. */}
        <Button variant="default" autoFocus onClick={() => setIsAsking(false)}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}
