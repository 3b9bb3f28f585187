import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { TextDiff } from "../../ui/text-diff.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { evidenceQuery, type Evidence, type EvidenceDetail } from "./evidence.queries.ts";
import { readPdfText } from "./read-pdf-text.ts";

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Compares sentences, because each version breaks lines differently. */
const linesOf = (pages: readonly string[]): string[] =>
  pages
    .flatMap((page) => page.split(/\n\s*\n/))
    .flatMap((part) => [...sentences.segment(part.replace(/\s+/g, " "))])
    .map(({ segment }) => segment.trim())
    .filter((line) => line !== "");

const isPdf = ({ content_type: type }: Evidence): boolean => type === "application/pdf";

const MAX_PASSAGES = 100;

/** The text that was read of a file of any format. */
async function readText(id: string): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, limit: MAX_PASSAGES };
    const answer = await dataOf(api.GET("/evidence/{id}/passages", { params: { path: { id }, query } }));
    texts.push(...answer.passages.map(({ text }) => text));
    ({ pages } = answer.pagination);
  }
  return texts;
}

/** A PDF can be compared before it was read. */
async function textOf(evidence: Evidence): Promise<string[]> {
  const text = await readText(evidence.id);
  return text.length === 0 && isPdf(evidence) ? readPdfText(`/api/v1/evidence/${evidence.id}/file`) : text;
}

const useText = (evidence: Evidence) =>
  useQuery({
    queryKey: ["evidence", "text", evidence.id, evidence.chunking_status],
    queryFn: () => textOf(evidence),
    staleTime: 60_000,
    gcTime: 60_000,
  });

interface BothProps {
  older: EvidenceDetail;
  newer: EvidenceDetail;
}

function Difference({ older, newer, texts }: BothProps & { texts: readonly [string[], string[]] }) {
  const { t } = useTranslation();
  const [before, after] = useMemo(() => texts.map(linesOf), [texts]);
  if (before!.length === 0 || after!.length === 0)
    return <Empty title={t("viewer.noText")}>{t("viewer.notComparable")}</Empty>;
  return (
    <TextDiff
      before={{ label: t("viewer.versionOf", { version: older.version }), lines: before! }}
      after={{ label: t("viewer.versionOf", { version: newer.version }), lines: after! }}
    />
  );
}

function Texts({ older, newer }: BothProps) {
  const [before, after] = [useText(older), useText(newer)];
  const texts = useMemo(() => [before.data ?? [], after.data ?? []] as const, [before.data, after.data]);
  return (
    <WhenLoaded query={before} lines={12}>
      {() => (
        <WhenLoaded query={after} lines={12}>
          {() => <Difference older={older} newer={newer} texts={texts} />}
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}

/** What changed between the texts of two versions, side by side. */
export function EvidenceComparison({ evidence, other }: { evidence: EvidenceDetail; other: string }) {
  const { t } = useTranslation();
  const close = (
    <Link to="/evidence/$evidenceId" params={{ evidenceId: evidence.id }}>
      {t("diff.close")}
    </Link>
  );
  return (
    <Card flush title={t("viewer.compared")} aside={close}>
      <WhenLoaded query={useQuery(evidenceQuery(other))} lines={12}>
        {(second) => {
          const [older, newer] = [evidence, second].toSorted((a, b) => a.version - b.version);
          return <Texts older={older!} newer={newer!} />;
        }}
      </WhenLoaded>
    </Card>
  );
}
