import { IconFileOff } from "@tabler/icons-react";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/empty.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Problem } from "../../ui/problem.tsx";
import { openPdf } from "./open-pdf.ts";
import styles from "./evidence.module.css";
import type { PageMark } from "./page-marks.ts";
import { PassageMark } from "./passage-mark.tsx";

const SHARPEST = 2;

/** The document at a URL; null until it has loaded. */
function useDocument(url: string): { pdf: PDFDocumentProxy | null; error: unknown } {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    setPdf(null);
    setError(null);
    const task = openPdf(url);
    // A document that is closed before it has loaded is no error.
    let isClosed = false;
    task.promise.then(
      (loaded) => isClosed || setPdf(loaded),
      (reason: unknown) => isClosed || setError(reason),
    );
    return () => {
      isClosed = true;
      void task.destroy();
    };
  }, [url]);
  return { pdf, error };
}

/** A page with a mark; null until it has loaded. */
function useMarkedPage(pdf: PDFDocumentProxy, number: number, mark: PageMark | undefined) {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const isMarked = mark !== undefined;
  useEffect(() => {
    // A document that was closed in the meantime marks nothing.
    if (isMarked) pdf.getPage(number).then(setPage, () => undefined);
  }, [pdf, number, isMarked]);
  return page;
}

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  label: string;
  mark: PageMark | undefined;
}

/** Drawn when it comes near the window. */
function Page({ pdf, number, label, mark }: PageProps) {
  const marked = useMarkedPage(pdf, number, mark);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current!;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      const scale = (target.clientWidth / natural.width) * Math.min(devicePixelRatio, SHARPEST);
      const viewport = page.getViewport({ scale });
      [target.width, target.height] = [viewport.width, viewport.height];
      await page.render({ canvas: target, viewport }).promise;
    };
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        watch.disconnect();
        // A document that was closed in the meantime draws nothing.
        void draw().catch(() => undefined);
      },
      { rootMargin: "600px" },
    );
    watch.observe(target);
    return () => watch.disconnect();
  }, [pdf, number]);
  return (
    <div className={styles["page"]}>
      <canvas ref={canvas} width={612} height={792} role="img" aria-label={label} />
      {mark !== undefined && marked !== null && <PassageMark page={marked} mark={mark} />}
    </div>
  );
}

/** The file is the problem, not the connection. */
const isOfTheFile = (error: unknown): boolean =>
  error instanceof Error && ["PasswordException", "InvalidPDFException"].includes(error.name);

interface PdfPagesProps {
  url: string;
  title: string;
  /** What to mark, by page. */
  marks: ReadonlyMap<number, PageMark>;
}

/** The rendered pages of a PDF. Their text is shown beside them. */
export function PdfPages({ url, title, marks }: PdfPagesProps) {
  const { t } = useTranslation();
  const { pdf, error } = useDocument(url);
  if (error !== null && !isOfTheFile(error)) return <Problem error={error} />;
  if (error !== null)
    return (
      <Empty title={t("viewer.cannotShow")} icon={IconFileOff}>
        {t("viewer.cannotShowHint")}
      </Empty>
    );
  if (pdf === null)
    return (
      <div className={styles["awaited"]}>
        <Loading lines={9} />
      </div>
    );
  return (
    <div className={styles["pages"]} tabIndex={0} role="region" aria-label={title}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <Page
          key={index}
          pdf={pdf}
          number={index + 1}
          label={t("viewer.pageOf", { page: index + 1, pages: pdf.numPages })}
          mark={marks.get(index + 1)}
        />
      ))}
    </div>
  );
}
