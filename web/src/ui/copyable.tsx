import { CopyButton } from "./copy-button.tsx";
import styles from "./copyable.module.css";

/** A code that people enter elsewhere, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles["copyable"]}>
      <code>{text}</code>
      <CopyButton text={text} label={label} size="compact-xs" />
    </span>
  );
}
