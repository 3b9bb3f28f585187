import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FINDING_STATUSES, type FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import type { AnswerOf } from "../../http/answer-of.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import board from "../../ui/board.module.css";
import { BoardCard } from "./board-card.tsx";
import { withFinding } from "./findings-search.ts";
import { findingListQuery, type Finding } from "./finding.queries.ts";
import { useMoveOnBoard } from "./use-move-on-board.ts";

const route = getRouteApi("/signed-in/projects/$projectId/findings");
const COLUMN_ROWS = 25;

type ColumnQuery = UseQueryResult<AnswerOf<"/api/findings">>;

interface ColumnProps {
  status: FindingStatus;
  query: ColumnQuery;
  /** Whether another column has a newer state of it. */
  hasMoved: (finding: Finding) => boolean;
  /** The finding being dragged. */
  held: Finding | null;
  onHold: (finding: Finding | null) => void;
  onMove: (finding: Finding, to: FindingStatus) => void;
}

/** The columns arrive one by one: until all have, a moved finding would be in two of them. */
function useColumns() {
  const { projectId } = route.useParams();
  const { q, severity, assigned } = route.useSearch();
  const queries = useQueries({
    queries: FINDING_STATUSES.map((status) =>
      findingListQuery({
        project_id: projectId,
        status,
        limit: COLUMN_ROWS,
        search: q,
        severity,
        assigned_to: assigned,
      }),
    ),
  });
  const newest = new Map<string, string>();
  for (const { id, updated_at: at } of queries.flatMap(({ data }) => data?.findings ?? []))
    if (at > (newest.get(id) ?? "")) newest.set(id, at);
  return { queries, hasMoved: ({ id, updated_at: at }: Finding) => at < (newest.get(id) ?? at) };
}

/** Links to the table for findings beyond the column's limit. */
function More({ status, count }: { status: FindingStatus; count: number }) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <Link
      from="/projects/$projectId/findings"
      to="."
      search={(before) => ({ ...before, view: undefined, status })}
    >
      {t("findings.more", { count })}
    </Link>
  );
}

function Column({ status, query, hasMoved, held, onHold, onMove }: ColumnProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { finding: chosen } = route.useSearch();
  const isTarget = held !== null && held.status !== status && held.next_statuses.includes(status);
  const total = query.data?.pagination.total ?? 0;
  return (
    <section
      className={board["column"]}
      aria-label={t(`findingStatus.${status}`)}
      data-target={isTarget}
      data-closed={held !== null && !isTarget && held.status !== status}
      onDragOver={(event) => {
        if (isTarget) event.preventDefault();
      }}
      onDrop={() => {
        if (isTarget) onMove(held, status);
        onHold(null);
      }}
    >
      <h2>
        {t(`findingStatus.${status}`)} <Note>{format.number(total)}</Note>
      </h2>
      <WhenLoaded query={query} lines={3}>
        {({ findings }) => (
          <>
            <ul>
              {findings
                .filter((finding) => !hasMoved(finding))
                .map((finding) => (
                  <BoardCard
                    key={finding.id}
                    finding={finding}
                    isChosen={finding.id === chosen}
                    onHold={onHold}
                    onMove={(to) => onMove(finding, to)}
                  />
                ))}
            </ul>
            <More status={status} count={total - findings.length} />
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

/**
 * One column per status. Findings can be dropped only on statuses the caller may set; the panel asks for a reason where
 * one is required.
 */
export function FindingsBoard() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const [held, setHeld] = useState<Finding | null>(null);
  const { queries, hasMoved } = useColumns();
  const { move, change, rowsOf, mine, refresh } = useMoveOnBoard(({ finding: { id }, to }) => {
    void navigate({ search: withFinding(id, to), resetScroll: false });
  });
  return (
    <>
      {change.variables !== undefined && (
        <ChangeProblem
          change={change}
          rowsOf={rowsOf}
          mine={mine}
          body={change.variables.body}
          onLeave={() => void refresh()}
        />
      )}
      <div className={board["board"]} role="region" aria-label={t("findings.board")} tabIndex={0}>
        {FINDING_STATUSES.map((status, at) => (
          <Column
            key={status}
            status={status}
            query={queries[at]!}
            hasMoved={hasMoved}
            held={held}
            onHold={setHeld}
            onMove={(finding, to) => move({ finding, to })}
          />
        ))}
      </div>
    </>
  );
}
