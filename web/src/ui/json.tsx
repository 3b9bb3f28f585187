import styles from "./json.module.css";

/** Preformatted text. It scrolls, so it is focusable. */
export const Json = ({ label, text }: { label: string; text: string }) => (
  <pre className={styles["json"]} tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
);
