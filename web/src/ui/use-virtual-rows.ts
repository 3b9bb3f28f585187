import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useIsPrinting } from "./use-is-printing.ts";

/** Rows above and below the window, for the keys and for fast scrolling. */
const OVERSCAN = 20;

export interface VirtualRow {
  index: number;
  /** Empty space between the row before and this one, in pixels. */
  gap: number;
}

interface VirtualRowsOptions {
  count: number;
  /** In pixels, until the row is measured. */
  heightOf: (index: number) => number;
  keyOf: (index: number) => string;
  isHeading: (index: number) => boolean;
  /** Height in pixels, at the usual font size, covered by elements that stick to the top of the window. */
  covered: number;
}

/** How much larger than usual the browser's font size is. */
const fontScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** The nearest other row in this direction that is not a heading. */
function rowBeside(from: number, by: 1 | -1, { count, isHeading }: VirtualRowsOptions): number | null {
  for (let at = from + by; at >= 0 && at < count; at += by) if (!isHeading(at)) return at;
  return null;
}

const targetOf = (key: string, at: number, options: VirtualRowsOptions): number | null => {
  if (key === "ArrowDown") return rowBeside(at, 1, options);
  if (key === "ArrowUp") return rowBeside(at, -1, options);
  if (key === "Home") return rowBeside(-1, 1, options);
  return key === "End" ? rowBeside(options.count, -1, options) : null;
};

const indexIn = (target: EventTarget): number =>
  Number((target as Element).closest("[data-index]")?.getAttribute("data-index") ?? -1);

/** Moves the focus by arrow keys, Home and End, also to rows that are not rendered yet. */
function useRowKeys(options: VirtualRowsOptions, scrollTo: (index: number) => void) {
  const table = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const link = table.current?.querySelector<HTMLElement>(`[data-index="${wanted}"] a`);
    if (link == null) return;
    link.focus({ preventScroll: true });
    setWanted(null);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = targetOf(event.key, indexIn(event.target), options);
    if (target === null) return;
    event.preventDefault();
    setWanted(target);
    scrollTo(target);
  };
  return { table, onKeyDown };
}

const spaced = (items: readonly VirtualItem[], top: number): VirtualRow[] =>
  items.map(({ index, start }, n) => ({ index, gap: start - (n === 0 ? top : items[n - 1]!.end) }));

const allRows = (count: number): VirtualRow[] =>
  Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));

/**
 * The rows of a long table that are near the window, in a page that scrolls. The heading above them and the focused row
 * are always rendered. Paper has all rows.
 */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { count, heightOf, keyOf, isHeading, covered } = options;
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState(-1);
  const [scale] = useState(fontScale);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: covered * scale,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const near = new Set(defaultRangeExtractor(range));
      for (let at = range.startIndex; at >= 0; at -= 1)
        if (isHeading(at)) {
          near.add(at);
          break;
        }
      if (focused >= 0 && focused < count) near.add(focused);
      return [...near].toSorted((a, b) => a - b);
    },
  });
  const { table, onKeyDown } = useRowKeys(options, (index) => rows.scrollToIndex(index));
  useLayoutEffect(() => {
    const body = table.current?.tBodies[0];
    if (body !== undefined) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
  });
  const items = rows.getVirtualItems();
  const isPrinting = useIsPrinting();
  return {
    table,
    rows: isPrinting ? allRows(count) : spaced(items, top),
    below: isPrinting ? 0 : top + rows.getTotalSize() - (items.at(-1)?.end ?? top),
    measure: rows.measureElement,
    keys: {
      onKeyDown,
      onFocus: ({ target }: { target: EventTarget }) => setFocused(indexIn(target)),
      onBlur: () => setFocused(-1),
    },
  };
}
