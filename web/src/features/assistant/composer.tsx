import { Button, Textarea } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import type { KeyboardEvent, Ref, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./assistant.module.css";

interface ComposerProps {
  field: Ref<HTMLTextAreaElement>;
  text: string;
  onWrite: (text: string) => void;
  isBusy: boolean;
  onAsk: (question: string) => void;
}

/** The input for questions: Enter sends, Shift+Enter starts a new line. */
export function Composer({ field, text, onWrite, isBusy, onAsk }: ComposerProps) {
  const { t } = useTranslation();
  const send = () => {
    if (text.trim() === "" || isBusy) return;
    onAsk(text.trim());
    onWrite("");
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} className={styles["composer"]}>
      <Textarea
        ref={field}
        aria-label={t("assistant.ask")}
        placeholder={t("assistant.placeholder")}
        rows={2}
        value={text}
        onKeyDown={press}
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
      />
      <Button
        type="submit"
        leftSection={<IconArrowUp size={16} aria-hidden />}
        disabled={text.trim() === ""}
        loading={isBusy}
      >
        {t("assistant.send")}
      </Button>
    </form>
  );
}
