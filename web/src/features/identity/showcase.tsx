import { useTranslation } from "react-i18next";
import { createFormat } from "../../i18n/create-format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Figure } from "../../ui/figure.tsx";
import table from "../../ui/table.module.css";
import styles from "./showcase.module.css";

/** A score that rises over a quarter. */
const CURVE = "M0 74C44 72 62 66 98 60S158 52 190 40S262 30 300 24S364 14 400 8";

const CONTROLS: readonly [number: string, title: string, tone: Tone, status: "approved" | "pending"][] = [
  ["CC6.1", "Logical access controls", "good", "approved"],
  ["CC7.4", "Incident response", "warn", "pending"],
  ["CC9.2", "Vendor and business partner risk", "good", "approved"],
];

function Picture() {
  const { t, i18n } = useTranslation();
  const format = createFormat(i18n.language, "UTC");
  return (
    <div className={styles["picture"]} aria-hidden>
      <p className={styles["name"]}>{t("project.score")}</p>
      <Figure
        value={format.percent(86.4)}
        note={t("project.trend", { points: format.signed(3.1), count: 3.1 })}
      />
      <svg viewBox="0 0 400 84" preserveAspectRatio="none">
        <path className={styles["area"]} d={`${CURVE}V84H0Z`} />
        <path className={styles["line"]} d={CURVE} />
      </svg>
      <ul>
        {CONTROLS.map(([number, title, tone, status]) => (
          <li key={number}>
            <span className={table["code"]}>{number}</span>
            <span lang="en">{title}</span>
            <Badge tone={tone}>{t(`evidenceStatus.${status}`)}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the service is for, beside the form, where there is room. */
export function Showcase() {
  const { t } = useTranslation();
  return (
    <aside className={styles["showcase"]}>
      <div>
        <p className={styles["claim"]}>{t("signIn.claim")}</p>
        <p className={styles["promise"]}>{t("signIn.promise")}</p>
        <Picture />
      </div>
    </aside>
  );
}
