import { Button, Textarea } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "../../ui/use-draft.ts";
import styles from "./assistant.module.css";

interface ComposerProps {
  /** Key under which unsent text is stored. */
  draft: string;
  isBusy: boolean;
  onAsk: (question: string) => void;
}

/** The input for questions: Enter sends, Shift+Enter starts a new line. */
export function Composer({ draft, isBusy, onAsk }: ComposerProps) {
  const { t } = useTranslation();
  const [text, setText] = useDraft(draft);
  const send = () => {
    if (text.trim() === "" || isBusy) return;
    onAsk(text.trim());
    setText("");
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
        aria-label={t("assistant.ask")}
        placeholder={t("assistant.placeholder")}
        rows={2}
        value={text}
        onKeyDown={press}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
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
