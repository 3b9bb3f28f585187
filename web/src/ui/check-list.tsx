import { useId } from "react";
import { Check } from "./check.tsx";
import styles from "./check-list.module.css";

interface CheckListProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: string }[];
  /** Those that are always part of the choice. */
  mandatory?: readonly T[];
  /** Below the choice, such as why some are mandatory. */
  hint?: string | undefined;
  chosen: readonly T[];
  onChoose: (chosen: T[]) => void;
}

const SCROLLS_AFTER = 14;

/** A choice of any number of few options. */
export function CheckList<T extends string>({
  legend,
  options,
  mandatory = [],
  hint,
  chosen,
  onChoose,
}: CheckListProps<T>) {
  const toggle = (value: T) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const hintId = useId();
  return (
    <fieldset
      className={styles["list"]}
      aria-describedby={hint === undefined ? undefined : hintId}
      {...(options.length > SCROLLS_AFTER ? { "data-many": true, tabIndex: 0 } : {})}
    >
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <Check
          key={value}
          checked={mandatory.includes(value) || chosen.includes(value)}
          disabled={mandatory.includes(value)}
          onCheck={() => toggle(value)}
        >
          {label}
        </Check>
      ))}
      {hint !== undefined && (
        <p id={hintId} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
