import { Button, SegmentedControl } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { IconFileText } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { passageQuery, passagesQuery, type Evidence } from "./evidence.queries.ts";
import { pageMarks, type PageMark } from "./page-marks.ts";
import styles from "./evidence.module.css";

type Passage = AnswerOf<"/evidence/{id}/passages">["passages"][number];
type View = "pages" | "text";

const PdfPages = lazy(() => import("./pdf-pages.tsx").then(({ PdfPages: Pages }) => ({ default: Pages })));

const fileOf = ({ id }: Evidence): string => `/api/v1/evidence/${id}/file`;
const isPicture = ({ content_type: type }: Evidence): boolean => /^image\/(png|jpeg)$/.test(type);
const isPdf = ({ content_type: type }: Evidence): boolean => type === "application/pdf";

interface PassageProps {
  passage: Passage;
  before: Passage | undefined;
  isMarked: boolean;
}

/** Highlights the passage that was searched for and scrolls it into view. */
function PassageText({ passage, before, isMarked }: PassageProps) {
  const { t } = useTranslation();
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isMarked) paragraph.current?.scrollIntoView({ block: "center" });
  }, [isMarked]);
  const { text, headings, page, sheet } = passage;
  const isNewPage = page !== null && page !== before?.page;
  const isNewSheet = sheet !== null && sheet !== before?.sheet;
  const heading = headings.at(-1);
  return (
    <>
      {isNewPage && <div className={styles["pageMark"]}>{t("viewer.page", { page })}</div>}
      {isNewSheet && <div className={styles["pageMark"]}>{t("viewer.sheet", { sheet })}</div>}
      {heading !== undefined && heading !== before?.headings.at(-1) && !text.startsWith(heading) && (
        <h3>{heading}</h3>
      )}
      <p ref={paragraph}>{isMarked ? <mark>{text}</mark> : text}</p>
    </>
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
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const passages = data?.pages.flatMap(({ passages: some }) => some);
  const isShort = marked !== undefined && passages !== undefined && (passages.at(-1)?.ordinal ?? -1) < marked;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, fetchNextPage]);
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
      {passages.map((passage, index) => (
        <PassageText
          key={passage.ordinal}
          passage={passage}
          before={passages[index - 1]}
          isMarked={passage.ordinal === marked}
        />
      ))}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
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
          {evidence.page_count !== null && ` · ${t("viewer.pageCount", { count: evidence.page_count })}`}
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
