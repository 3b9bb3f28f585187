import { useEffect, useRef, type ReactNode } from "react";
import styles from "./selection.module.css";

/** The changes for all selected rows of the list below it; it stays in view. */
export function SelectionBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  // Its buttons wrap, and forms open in it: the headings of the list stay in view below it.
  useEffect(() => {
    const { current } = bar;
    const page = current?.parentElement;
    if (current === null || !page) return undefined;
    const observer = new ResizeObserver(() =>
      page.style.setProperty("--selection", `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      page.style.removeProperty("--selection");
      // The focus was in the bar, unless the user has moved it.
      if (document.activeElement === document.body)
        document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section ref={bar} className={styles["bulk"]} aria-label={label}>
      {children}
    </section>
  );
}
