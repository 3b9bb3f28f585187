import { Button, SegmentedControl } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { IconFileText } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/empty.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { documentParts, type DocumentPart, type Passage } from "./document-parts.ts";
import { DocumentTable } from "./document-table.tsx";
import { passageQuery, passagesQuery, type Evidence } from "./evidence.queries.ts";
import { pageMarks, type PageMark } from "./page-marks.ts";
import styles from "./evidence.module.css";

type View = "pages" | "text";

const PdfPages = lazy(() => import("./pdf-pages.tsx").then(({ PdfPages: Pages }) => ({ default: Pages })));

const fileOf = ({ id }: Evidence): string => `/api/v1/evidence/${id}/file`;
const isPicture = ({ content_type: type }: Evidence): boolean => /^image\/(png|jpeg)$/.test(type);
const isPdf = ({ content_type: type }: Evidence): boolean => type === "application/pdf";

/** Workbooks have sheets instead of pages. */
const unitOf = ({ file_name: name }: Evidence) =>
  /\.xlsx?$/i.test(name) ? ("viewer.sheetCount" as const) : ("viewer.pageCount" as const);

interface PartProps {
  part: DocumentPart;
  marked: number | undefined;
}

function Part({ part, marked }: PartProps) {
  const { t } = useTranslation();
  if (part.kind === "page")
    return <div className={styles["pageMark"]}>{t("viewer.page", { page: part.page })}</div>;
  if (part.kind === "sheet")
    return <div className={styles["pageMark"]}>{t("viewer.sheet", { sheet: part.sheet })}</div>;
  if (part.kind === "heading") return <h3>{part.text}</h3>;
  if (part.kind === "table") return <DocumentTable table={part} marked={marked} />;
  return <p>{part.ordinal === marked ? <mark>{part.text}</mark> : part.text}</p>;
}

/** Highlights the passage that was searched for and scrolls it into view, once it is loaded. */
function Parts({ passages, marked }: { passages: readonly Passage[]; marked: number | undefined }) {
  const start = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => documentParts(passages), [passages]);
  const isLoaded = passages.some(({ ordinal }) => ordinal === marked);
  useEffect(() => {
    if (isLoaded) start.current?.querySelector("mark")?.scrollIntoView({ block: "center" });
  }, [isLoaded, marked]);
  return (
    <div ref={start}>
      {parts.map((part, index) => (
        <Part key={index} part={part} marked={marked} />
      ))}
    </div>
  );
}

/** As high as the document that takes its place. */
function Awaited() {
  return (
    <div className={styles["awaited"]}>
      <Loading lines={9} />
    </div>
  );
}

/** Loads pages until the highlighted passage is included. */
function usePassages(evidence: Evidence, marked: number | undefined) {
  const query = useInfiniteQuery(passagesQuery(evidence));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const passages = data?.pages.flatMap(({ passages: some }) => some);
  const isShort = marked !== undefined && passages !== undefined && (passages.at(-1)?.ordinal ?? -1) < marked;
  useEffect(() => {
    // After an error, the user tries again.
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage]);
  return { query, passages };
}

function Text({ evidence, marked }: { evidence: Evidence; marked: number | undefined }) {
  const { t } = useTranslation();
  const { query, passages } = usePassages(evidence, marked);
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  if (passages === undefined) return <Awaited />;
  if (passages.length === 0)
    return (
      <Empty title={t("viewer.noText")} icon={IconFileText}>
        {t("viewer.noTextHint")}
      </Empty>
    );
  return (
    <div className={styles["paper"]} tabIndex={0} role="region" aria-label={t("viewer.text")}>
      <Parts passages={passages} marked={marked} />
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="default"
          loading={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        >
          {t("viewer.more")}
        </Button>
      )}
    </div>
  );
}

interface PagesProps {
  evidence: Evidence;
  marks: ReadonlyMap<number, PageMark>;
}

function Pages({ evidence, marks }: PagesProps) {
  if (isPicture(evidence))
    return (
      <div className={styles["picture"]}>
        <img src={fileOf(evidence)} alt={evidence.title} />
      </div>
    );
  return (
    <Suspense fallback={<Awaited />}>
      <PdfPages url={fileOf(evidence)} title={evidence.title} marks={marks} />
    </Suspense>
  );
}

/** The passage's marks on the pages of a PDF; undefined until they are known. */
function useMarks(evidence: Evidence, marked: number | undefined) {
  const isOnPage = marked !== undefined && isPdf(evidence);
  const { data, isError } = useQuery({ ...passageQuery(evidence.id, marked ?? 0), enabled: isOnPage });
  return useMemo(
    () => (isOnPage && data === undefined && !isError ? undefined : pageMarks(isOnPage ? data : null)),
    [isOnPage, data, isError],
  );
}

/** The file, if the browser can show it, and the text extracted from it. */
export function EvidenceDocument({ evidence, marked }: { evidence: Evidence; marked?: number }) {
  const { t } = useTranslation();
  const hasPages = isPicture(evidence) || isPdf(evidence);
  const marks = useMarks(evidence, marked);
  const [chosen, setView] = useState<View>();
  if (marks === undefined) return <Loading lines={12} />;
  const view = chosen ?? (marked === undefined || marks.size > 0 ? "pages" : "text");
  const shown = hasPages ? view : "text";
  return (
    <div className={styles["document"]}>
      <div className={styles["documentBar"]}>
        {hasPages && (
          <SegmentedControl
            size="xs"
            aria-label={t("viewer.show")}
            value={shown}
            onChange={(value) => setView(value)}
            data={[
              { value: "pages", label: t("viewer.pages") },
              { value: "text", label: t("viewer.text") },
            ]}
          />
        )}
        <Note>
          {evidence.file_name}
          {evidence.page_count !== null && ` · ${t(unitOf(evidence), { count: evidence.page_count })}`}
        </Note>
        <a href={fileOf(evidence)} download={evidence.file_name}>
          {t("viewer.download")}
        </a>
      </div>
      {shown === "pages" ? (
        <Pages evidence={evidence} marks={marks} />
      ) : (
        <Text evidence={evidence} marked={marked} />
      )}
    </div>
  );
}
