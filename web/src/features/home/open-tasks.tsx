import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ACTIVE_STATUSES } from "../../../../domain/findings/finding.rules.ts";
import { rootApi, dataOf } from "../../http/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { useOlder } from "../../ui/use-older.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./home.module.css";
import { evidenceListQuery } from "../evidence/evidence.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { DueControls } from "./due-controls.tsx";
import { DueMilestones } from "./due-milestones.tsx";
import { EvidenceRow } from "./evidence-row.tsx";
import { FirstFew } from "./first-few.tsx";
import { LINES } from "./lines.ts";
import { NameOfProject } from "./name-of-project.tsx";
import { SeverityBadge } from "../findings/finding-badges.tsx";
import type { Finding } from "../findings/finding.queries.ts";
import { TaskRow } from "./task-row.tsx";
import { ToMend } from "./to-mend.tsx";

const MAX = 5;
const PAGE_ROWS = 25;
/** Of placeholders as high as two findings. */
const LINES_OF_FINDINGS = 8;

const loadMine = (me: string, page: number, signal: AbortSignal) => {
  const status = ACTIVE_STATUSES.join(",");
  const query = { assigned_to: me, status, limit: PAGE_ROWS, page, sort: "due_date" as const };
  return dataOf(rootApi.GET("/api/findings", { params: { query }, signal }));
};

const myFindingsQuery = (me: string) =>
  queryOptions({
    queryKey: ["findings", "mine", me],
    queryFn: ({ signal }) => loadMine(me, 1, signal),
  });

/** Those after them; loaded again with them. */
const furtherOfMine = (me: string) => ({
  queryKey: ["findings", "mine", me, "further"],
  load: (page: number, signal: AbortSignal) => loadMine(me, page, signal),
});

function FindingRow({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const { id, title, project_id: projectId, severity, overdue, due_date: due } = finding;
  return (
    <TaskRow
      link={
        <Link to="/projects/$projectId/findings" params={{ projectId }} search={{ finding: id }}>
          {title}
        </Link>
      }
      badge={overdue ? <Badge tone="bad">{t("home.overdue")}</Badge> : <SeverityBadge severity={severity} />}
    >
      <NameOfProject id={projectId} />
      {due !== null && (
        <>
          <br />
          {`${t("home.due")} `}
          <When at={due} />
        </>
      )}
    </TaskRow>
  );
}

function ToReview() {
  const { t } = useTranslation();
  const query = useQuery(
    evidenceListQuery({
      status: "pending",
      reviewable: "true",
      limit: MAX,
      sort: "uploaded_at",
      order: "asc",
    }),
  );
  return (
    <Card title={t("home.toReview")} flush aside={<Link to="/review">{t("home.openInbox")}</Link>}>
      <WhenLoaded query={query} lines={LINES}>
        {({ evidence }) =>
          evidence.length === 0 ? (
            <Empty title={t("home.nothingToReview")} />
          ) : (
            <ul className={layout["list"]}>
              {evidence.map((one) => (
                <EvidenceRow key={one.id} evidence={one} to="review" />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  );
}

function MyFindings() {
  const { t } = useTranslation();
  const { id } = useProfile();
  const further = useOlder(furtherOfMine(id));
  return (
    <Card title={t("home.myFindings")} flush>
      <WhenLoaded query={useQuery(myFindingsQuery(id))} lines={LINES_OF_FINDINGS}>
        {({ findings, pagination: { total } }) => {
          if (findings.length === 0) return <Empty title={t("home.noFindings")} />;
          const shown = [...findings, ...further.pages.flatMap((page) => page.findings)];
          return (
            <FirstFew
              label={t("home.myFindings")}
              rows={shown.map((finding) => (
                <FindingRow key={finding.id} finding={finding} />
              ))}
              more={shown.length < total ? { query: further.query, onShow: further.show } : null}
            />
          );
        }}
      </WhenLoaded>
    </Card>
  );
}

/** Tasks that only the signed-in user can do. */
export function OpenTasks() {
  const { permissions } = useProfile();
  return (
    <div className={styles["tasks"]}>
      <div className={layout["columns"]}>
        {permissions.includes("evidence.review") && <ToReview />}
        <div className={layout["stack"]}>
          <MyFindings />
          {permissions.includes("control.update_many") && <DueControls />}
          <DueMilestones />
        </div>
        {permissions.includes("evidence.upload") && <ToMend />}
      </div>
    </div>
  );
}
