import { useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./modal.module.css";

interface ModalProps {
  label: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Modal above the page: the browser's own dialog traps the focus, and Escape or a click outside closes it.
 */
export function Modal({ label, className = "", onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    // Only a dialog that closes returns the focus; one that leaves the page while it is open loses it.
    return () => opened.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles["modal"]} ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
