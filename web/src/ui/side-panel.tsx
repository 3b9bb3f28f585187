import { ActionIcon } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./side-panel.module.css";

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** An open list below its field handles the key itself. */
const isOpenList = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/**
 * A pressed button may be disabled for a moment: nothing has the focus then, and the key still belongs to the
 * panel.
 */
function useEscapeFromNowhere(onClose: () => void): void {
  useWindowEvent("keydown", ({ key }) => {
    if (key === "Escape" && document.activeElement === document.body) onClose();
  });
}

/**
 * A panel beside the page, which stays usable. It or its first field takes the focus, Escape closes it, and the focus
 * returns.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEscapeFromNowhere(onClose);
  useEffect(() => {
    const before = document.activeElement;
    (panel.current?.querySelector<HTMLElement>("[data-first-focus]") ?? panel.current)?.focus();
    return () => {
      // The focus was in the panel, unless the user has moved it, such as to the row of another one.
      if (document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const target = isThere ? before : document.getElementById("main");
      target?.focus({ preventScroll: !isThere });
    };
  }, []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-labelledby={id}
      className={styles["panel"]}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isOpenList(event.target)) onClose();
      }}
    >
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t("action.close")} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {children}
    </div>
  );
}
