import { useEffect, useRef, useState } from "react";
import { filesIn } from "./files-in.ts";

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "file";

/**
 * Receives files and folders that are dropped anywhere in the window, where the browser would open them instead. File
 * inputs keep what is dropped on them. Returns whether files are being dragged over the window.
 */
export function useDroppedFiles(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const receive = useRef(onDrop);
  useEffect(() => void (receive.current = onDrop), [onDrop]);
  useEffect(() => {
    const ended = new AbortController();
    // Pictures of the page itself are dragged as files, too.
    let isOwn = false;
    const on = <K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(name, listener, { signal: ended.signal });
    const concerns = ({ target, dataTransfer }: DragEvent): boolean =>
      !isOwn && !isFileInput(target) && dataTransfer?.types.includes("Files") === true;
    on("dragstart", () => void (isOwn = true));
    on("dragend", () => void (isOwn = false));
    const accept = (event: DragEvent): void => {
      if (!concerns(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    // Both: files dropped just after they have entered another element would otherwise be refused.
    on("dragenter", accept);
    on("dragover", accept);
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setIsOver(false));
    on("drop", (event) => {
      setIsOver(false);
      if (!concerns(event)) return;
      event.preventDefault();
      void filesIn(event.dataTransfer!).then((files) => receive.current(files));
    });
    return () => ended.abort();
  }, []);
  return isOver;
}
