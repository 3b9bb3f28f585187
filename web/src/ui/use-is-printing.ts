import { useSyncExternalStore } from "react";

const PRINT = "print";

function subscribe(onChange: () => void): () => void {
  const print = matchMedia(PRINT);
  print.addEventListener("change", onChange);
  return () => print.removeEventListener("change", onChange);
}

/** Whether the page is laid out for paper; it is rendered again before that happens. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PRINT).matches);
