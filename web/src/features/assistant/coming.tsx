import { Button, Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { en } from "../../i18n/en.ts";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./assistant.module.css";

type Step = keyof typeof en.assistantStep;

interface ComingProps {
  question: string;
  steps: readonly string[];
  text: string;
  onStop: () => void;
}

/** An answer in progress: first what is being looked up, then the text. */
export function Coming({ question, steps, text, onStop }: ComingProps) {
  const { t, i18n } = useTranslation();
  const step = steps.at(-1);
  const isKnown = step !== undefined && i18n.exists(`assistantStep.${step}`);
  return (
    <>
      <li className={styles["said"]} data-author="user">
        <h3 className={styles["author"]}>{t("assistant.you")}</h3>
        <p className={styles["question"]}>{question}</p>
      </li>
      <li className={styles["said"]} aria-busy>
        <h3 className={styles["author"]}>{t("nav.assistant")}</h3>
        {text !== "" && (
          <div className={styles["answer"]}>
            <Markdown text={text} />
          </div>
        )}
        <div className={styles["origin"]} role="status">
          <Loader size="xs" />
          {text === "" && <Note>{t(isKnown ? `assistantStep.${step as Step}` : "assistant.thinking")}</Note>}
          <Button size="compact-xs" variant="default" onClick={onStop}>
            {t("assistant.stop")}
          </Button>
        </div>
      </li>
    </>
  );
}
