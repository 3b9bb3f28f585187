import type { PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { findPassage, type MarkedPart } from "./find-passage.ts";
import styles from "./evidence.module.css";
import type { PageMark } from "./page-marks.ts";

type TextItem = Extract<
  Awaited<ReturnType<PDFPageProxy["getTextContent"]>>["items"][number],
  { str: string }
>;

/** Shares of the page's width and height, from the upper left corner. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Letters reach this share of their size below the baseline, and this one above it. */
const BELOW = 0.22;
const ABOVE = 0.85;

/** The part of an item as a box; its text may run in any direction. */
function boxOf(page: PDFPageProxy, { transform, width, height }: TextItem, { from, to }: MarkedPart): Box {
  const [a, b, , , x, y] = transform as number[];
  const length = Math.hypot(a!, b!) || 1;
  const [right, up] = [a! / length, b! / length];
  const viewport = page.getViewport({ scale: 1 });
  const cornerAt = (along: number, over: number) =>
    viewport.convertToViewportPoint(x! + right * along - up * over, y! + up * along + right * over) as [
      number,
      number,
    ];
  const [low, high] = [cornerAt(from * width, -BELOW * height), cornerAt(to * width, ABOVE * height)];
  const [left, top] = [Math.min(low[0], high[0]), Math.min(low[1], high[1])];
  return {
    left: left / viewport.width,
    top: top / viewport.height,
    width: (Math.max(low[0], high[0]) - left) / viewport.width,
    height: (Math.max(low[1], high[1]) - top) / viewport.height,
  };
}

async function boxesOf(page: PDFPageProxy, { text, start }: PageMark): Promise<Box[]> {
  const { items } = await page.getTextContent();
  const texts = items.filter((item): item is TextItem => "str" in item && item.str !== "");
  const parts = findPassage(
    texts.map(({ str }) => str),
    text,
    start,
  );
  return parts.map((part) => boxOf(page, texts[part.item]!, part));
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Marks a passage on its page and scrolls to it; to the page if its text is part of a picture. */
export function PassageMark({ page, mark }: { page: PDFPageProxy; mark: PageMark }) {
  const [boxes, setBoxes] = useState<Box[]>([]);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    let isGone = false;
    // A document that was closed in the meantime marks nothing.
    boxesOf(page, mark).then(
      (found) => isGone || setBoxes(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [page, mark]);
  useEffect(() => {
    (element.current?.querySelector("i") ?? element.current)?.scrollIntoView({ block: "center" });
  }, [boxes]);
  return (
    <mark ref={element} className={styles["passageMark"]} data-found={boxes.length > 0}>
      <span className={styles["passageText"]}>{mark.text}</span>
      {boxes.map(({ left, top, width, height }, index) => (
        <i
          key={index}
          style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
        />
      ))}
    </mark>
  );
}
