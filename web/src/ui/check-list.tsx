import { Check } from "./check.tsx";
import styles from "./check-list.module.css";

interface CheckListProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChoose: (chosen: T[]) => void;
}

const SCROLLS_AFTER = 14;

/** A choice of any number of few options. */
export function CheckList<T extends string>({ legend, options, chosen, onChoose }: CheckListProps<T>) {
  const toggle = (value: T) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset
      className={styles["list"]}
      {...(options.length > SCROLLS_AFTER ? { "data-many": true, tabIndex: 0 } : {})}
    >
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <Check key={value} checked={chosen.includes(value)} onCheck={() => toggle(value)}>
          {label}
        </Check>
      ))}
    </fieldset>
  );
}
