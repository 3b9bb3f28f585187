import { ActionIcon, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "./note.tsx";
import { useAsking } from "./use-asking.ts";
import layout from "./layout.module.css";

interface ConfirmFirstProps {
  text: string;
  /** In place of the text until it is asked: in a row of a list, whose name `label` has. */
  icon?: ReactNode;
  label?: string;
  /** The consequences, and that it cannot be undone. */
  warning: string;
  isPending: boolean;
  onConfirm: () => void;
}

/** A button for actions that cannot be undone: it states the consequences and asks for confirmation. */
export function ConfirmFirst({ text, icon, label = text, warning, isPending, onConfirm }: ConfirmFirstProps) {
  const { t } = useTranslation();
  const { isAsking, wasAsking, ask, leave } = useAsking();
  if (!isAsking && icon !== undefined)
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        autoFocus={wasAsking}
        loading={isPending}
        onClick={ask}
      >
        {icon}
      </ActionIcon>
    );
  if (!isAsking)
    return (
      <Button variant="default" autoFocus={wasAsking} loading={isPending} onClick={ask}>
        {text}…
      </Button>
    );
  return (
    <div className={layout["ask"]} role="group" aria-label={label}>
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
