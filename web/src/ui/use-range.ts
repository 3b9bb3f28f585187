import { useCallback, useRef, type SyntheticEvent } from "react";

interface Listed {
  id: string;
}

/** The rows from one to another, in the order of the list; only the other without the first. */
export function rowsBetween<T extends Listed>(rows: readonly T[], from: string | null, to: T): readonly T[] {
  const [a, b] = [from, to.id].map((wanted) => rows.findIndex(({ id }) => id === wanted)) as [number, number];
  return a < 0 || b < 0 ? [to] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

const hasShift = ({ nativeEvent }: SyntheticEvent): boolean =>
  "shiftKey" in nativeEvent && nativeEvent.shiftKey === true;

/** The rows that a check box chooses: with Shift, also those between it and the previous one. */
export function useRange<T extends Listed>(
  rows: readonly T[],
): (one: T, event?: SyntheticEvent) => readonly T[] {
  const previous = useRef<string | null>(null);
  return useCallback(
    (one, event) => {
      const from = event !== undefined && hasShift(event) ? previous.current : null;
      previous.current = one.id;
      return rowsBetween(rows, from, one);
    },
    [rows],
  );
}

/** Shift would also select the text between the boxes. */
export const withoutSelection = {
  onMouseDown: (event: { shiftKey: boolean; preventDefault: () => void }) => {
    if (event.shiftKey) event.preventDefault();
  },
};
