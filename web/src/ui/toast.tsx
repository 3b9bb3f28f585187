import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { createContext, use, useCallback, useRef, useState, type ReactNode } from "react";
import styles from "./toast.module.css";

interface Toast {
  text: string;
  /** The action that undoes it, and its label. */
  undo?: { text: string; run: () => void };
  isBad?: boolean;
}

const SHOWN_MS = 7_000;
/** How soon a toast disappears after the pointer or the focus has left it. */
const HELD_MS = 1_000;

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a message about what just happened, for a while, and as long as the pointer or the focus is on it. */
export const useToast = (): ((toast: Toast) => void) => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const show = useCallback((next: Toast) => {
    const hide = (): void => {
      const isHeld = place.current?.matches(":hover, :focus-within") === true;
      if (isHeld) timer.current = setTimeout(hide, HELD_MS);
      else setToast(null);
    };
    clearTimeout(timer.current);
    setToast(next);
    timer.current = setTimeout(hide, SHOWN_MS);
  }, []);
  const undo = (): void => {
    toast?.undo?.run();
    setToast(null);
  };
  useHotkeys(toast?.undo === undefined ? [] : [["mod+Z", undo]]);
  return (
    <ToastContext value={show}>
      {children}
      <div ref={place} className={styles["place"]} role="status" aria-live="polite">
        {toast !== null && (
          <div className={styles["toast"]} data-bad={toast.isBad === true}>
            <span>{toast.text}</span>
            {toast.undo !== undefined && (
              <Button size="compact-sm" variant="default" onClick={undo}>
                {toast.undo.text}
              </Button>
            )}
          </div>
        )}
      </div>
    </ToastContext>
  );
}
