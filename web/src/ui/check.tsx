import type { ReactNode } from "react";
import styles from "./check-list.module.css";

interface CheckProps {
  checked: boolean;
  disabled?: boolean;
  onCheck: (checked: boolean) => void;
  children: ReactNode;
}

/** A checkbox with its label. */
export const Check = ({ checked, disabled = false, onCheck, children }: CheckProps) => (
  <label className={styles["check"]}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);
