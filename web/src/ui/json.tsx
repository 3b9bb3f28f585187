import styles from "./json.module.css";

/** Text of a program, as it stands. It scrolls, so it takes the focus. */
export const Json = ({ label, text }: { label: string; text: string }) => (
  <pre className={styles["json"]} tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
);
