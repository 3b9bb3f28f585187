import styles from "./surface.module.css";

interface BarPart {
  /** 0 to 100, of the whole. */
  percent: number;
  tone: "good" | "warn" | "accent";
}

/** Parts of a whole, side by side. `label` states the same in words. */
export function Bar({ parts, label }: { parts: readonly BarPart[]; label: string }) {
  let from = 0;
  return (
    <svg
      className={styles["bar"]}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect data-tone="track" width="100" height="6" rx="2" />
      {parts.map(({ percent, tone }, index) => {
        const start = from;
        from += percent;
        return <rect key={index} data-tone={tone} x={start} width={percent} height="6" />;
      })}
    </svg>
  );
}
