import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ACTIVE_STATUSES } from "../../../../domain/findings/finding.rules.ts";
import { rootApi, dataOf } from "../../http/client.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Parts } from "../../ui/parts.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./home.module.css";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import { evidenceListQuery, type Evidence } from "../evidence/evidence.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { DueControls } from "./due-controls.tsx";
import { DueMilestones } from "./due-milestones.tsx";
import { FirstFew } from "./first-few.tsx";
import { isSoon } from "./is-soon.ts";
import { NameOfProject } from "./name-of-project.tsx";
import { SeverityBadge } from "../findings/finding-badges.tsx";
import { TaskRow } from "./task-row.tsx";

const MAX = 5;
const MOST = 25;
/** Of placeholders as high as that many rows of evidence, and as two findings. */
const LINES = 15;
const LINES_OF_FINDINGS = 8;

const myFindingsQuery = (me: string) =>
  queryOptions({
    queryKey: ["findings", "mine", me],
    queryFn: ({ signal }) => {
      const query = {
        assigned_to: me,
        status: ACTIVE_STATUSES.join(","),
        limit: MOST,
        sort: "due_date" as const,
      };
      return dataOf(rootApi.GET("/api/findings", { params: { query }, signal }));
    },
  });

/** Its status is implied by the list. */
const isOnlyPending = ({ status, chunking_status: reading }: Evidence): boolean =>
  status === "pending" && reading === "COMPLETED";

/** Whether it has to be replaced soon. */
const expiresSoon = ({ expires_at: at }: Evidence): boolean => at !== null && isSoon(at);

/** Who uploaded evidence that waits, or why it was rejected. */
function Cause({ evidence }: { evidence: Evidence }) {
  const { status, review_note: note, uploaded_at: at, uploader } = evidence;
  if (status === "rejected" && note !== null && note !== "") return <q className={styles["cause"]}>{note}</q>;
  return (
    <Parts>
      {uploader && <span>{uploader.name}</span>}
      <span>
        <When at={at} />
      </span>
    </Parts>
  );
}

function EvidenceRow({ evidence, to }: { evidence: Evidence; to: "review" | "view" }) {
  const format = useFormat();
  const { t } = useTranslation();
  const { id, title, project_id: projectId } = evidence;
  return (
    <TaskRow
      link={
        to === "review" ? (
          <Link to="/review" search={{ evidence: id }}>
            {title}
          </Link>
        ) : (
          <Link to="/evidence/$evidenceId" params={{ evidenceId: id }}>
            {title}
          </Link>
        )
      }
      badge={
        evidence.status === "approved" && evidence.expires_at !== null ? (
          <Badge tone="warn">{t("home.expires", { when: format.inDays(evidence.expires_at) })}</Badge>
        ) : (
          !isOnlyPending(evidence) && <EvidenceBadge evidence={evidence} />
        )
      }
    >
      <Cause evidence={evidence} />
      <NameOfProject id={projectId} />
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

function EvidenceToMend({ evidence }: { evidence: readonly Evidence[] }) {
  const { t } = useTranslation();
  if (evidence.length === 0) return <Empty title={t("home.nothingToMend")} />;
  return (
    <FirstFew
      rows={evidence.map((one) => (
        <EvidenceRow key={one.id} evidence={one} to="view" />
      ))}
    />
  );
}

function ToMend() {
  const { t } = useTranslation();
  const failed = useQuery(evidenceListQuery({ chunking_status: "FAILED,QUARANTINED", limit: MOST }));
  const expired = useQuery(evidenceListQuery({ status: "expired,rejected", limit: MOST }));
  const approved = useQuery(
    evidenceListQuery({ status: "approved", sort: "expires_at", order: "asc", limit: MOST }),
  );
  // A list that grows with each answer would move what is below it.
  const last = [failed, expired, approved].find(({ data }) => data === undefined) ?? failed;
  return (
    <Card title={t("home.toMend")} flush>
      <WhenLoaded query={last} lines={LINES}>
        {() => {
          const expiring = approved.data?.evidence.filter(expiresSoon) ?? [];
          const all = [...(failed.data?.evidence ?? []), ...(expired.data?.evidence ?? []), ...expiring];
          return <EvidenceToMend evidence={[...new Map(all.map((one) => [one.id, one])).values()]} />;
        }}
      </WhenLoaded>
    </Card>
  );
}

function MyFindings() {
  const { t } = useTranslation();
  const { id } = useProfile();
  return (
    <Card title={t("home.myFindings")} flush>
      <WhenLoaded query={useQuery(myFindingsQuery(id))} lines={LINES_OF_FINDINGS}>
        {({ findings, pagination: { total } }) =>
          findings.length === 0 ? (
            <Empty title={t("home.noFindings")} />
          ) : (
            <FirstFew
              total={total}
              rows={findings.map((finding) => (
                <TaskRow
                  key={finding.id}
                  link={
                    <Link
                      to="/projects/$projectId/findings"
                      params={{ projectId: finding.project_id }}
                      search={{ finding: finding.id }}
                    >
                      {finding.title}
                    </Link>
                  }
                  badge={
                    finding.overdue ? (
                      <Badge tone="bad">{t("home.overdue")}</Badge>
                    ) : (
                      <SeverityBadge severity={finding.severity} />
                    )
                  }
                >
                  <NameOfProject id={finding.project_id} />
                  {finding.due_date !== null && (
                    <>
                      <br />
                      {`${t("home.due")} `}
                      <When at={finding.due_date} />
                    </>
                  )}
                </TaskRow>
              ))}
            />
          )
        }
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
