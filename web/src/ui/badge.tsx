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

interface BadgeProps {
  tone: Tone;
  /** For a sentence, which a phone cannot show in one line. */
  wraps?: boolean;
  children: ReactNode;
}

/** A status: the same colour and icon for the same meaning everywhere. */
export function Badge({ tone, wraps = false, children }: BadgeProps) {
  const Sign = ICONS[tone];
  return (
    <span className={styles["badge"]} data-tone={tone} data-wraps={wraps || undefined}>
      <Sign size={12} stroke={2.4} aria-hidden />
      {children}
    </span>
  );
}
