import { Fragment, type ReactNode } from "react";
import styles from "./facts.module.css";

/** Names and what they are; a fact that is null is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, what: ReactNode])[] }) {
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, what]) => what !== null)
        .map(([name, what]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
