import { IconFileOff } from "@tabler/icons-react";
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from "pdfjs-dist";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
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

/**
 * Draws a page on the canvas while it is near the window, and clears it afterwards: the pages of a long document together
 * would take gigabytes. The canvas keeps its shape.
 */
function useDrawing(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: RefObject<HTMLCanvasElement | null>,
): void {
  useEffect(() => {
    const target = canvas.current!;
    let isNear = false;
    let rendering: RenderTask | null = null;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (!isNear || rendering !== null) return;
      const natural = page.getViewport({ scale: 1 });
      const scale = (target.clientWidth / natural.width) * Math.min(devicePixelRatio, SHARPEST);
      const viewport = page.getViewport({ scale });
      [target.width, target.height] = [viewport.width, viewport.height];
      target.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
      rendering = page.render({ canvas: target, viewport });
      await rendering.promise;
    };
    const clear = () => {
      rendering?.cancel();
      if (rendering !== null) [target.width, target.height] = [1, 1];
      rendering = null;
    };
    const watch = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting === true;
        // Neither a document that was closed in the meantime nor one that is out of sight draws anything.
        if (isNear) void draw().catch(() => undefined);
        else clear();
      },
      { rootMargin: "600px" },
    );
    watch.observe(target);
    return () => {
      watch.disconnect();
      isNear = false;
      clear();
    };
  }, [pdf, number, canvas]);
}

/** Drawn when it comes near the window. */
function Page({ pdf, number, label, mark }: PageProps) {
  const marked = useMarkedPage(pdf, number, mark);
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(pdf, number, canvas);
  return (
    <div className={styles["page"]}>
      <canvas ref={canvas} width={612} height={792} role="img" aria-label={label} />
      {mark !== undefined && marked !== null && <PassageMark page={marked} mark={mark} />}
    </div>
  );
}

/** What the API or the network says about a file, as other calls report it. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { status } = error as { status?: unknown };
  if (typeof status !== "number" || status === 0) return ApiError.unreachable(error);
  const details = { code: "UNREADABLE", message: "", details: {} };
  return new ApiError(status, { error: details, request_id: null });
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
  if (error !== null && !isOfTheFile(error)) return <Problem error={asApiError(error)} />;
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
