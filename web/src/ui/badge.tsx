import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCircleHalf2,
  IconX,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./surface.module.css";

export type Tone = "good" | "warn" | "bad" | "idle" | "accent";

/** Colour alone is not accessible. */
const ICONS: Record<Tone, Icon> = {
  good: IconCheck,
  warn: IconAlertTriangle,
  bad: IconX,
  idle: IconCircle,
  accent: IconCircleHalf2,
};

/** A status: the same colour and icon for the same meaning everywhere. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Sign = ICONS[tone];
  return (
    <span className={styles["badge"]} data-tone={tone}>
      <Sign size={12} stroke={2.4} aria-hidden />
      {children}
    </span>
  );
}
