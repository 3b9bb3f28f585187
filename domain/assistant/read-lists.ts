import type { Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import { listEvidence } from "../evidence/evidence.queries.ts";
import { listFindings } from "../findings/finding.queries.ts";
import { ACTIVE_STATUSES } from "../findings/finding.rules.ts";
import type { Texts } from "../texts/en.ts";
import type { RequestedEvidence, RequestedFindings } from "./list-question.rules.ts";
import {
  MAX_LISTED,
  describeEvidence,
  describeFindingList,
  type ListedEvidence,
  type ListedFinding,
} from "./lists.rules.ts";

type Controls = readonly Pick<Row<Control>, "id" | "number">[];

export interface ListSubject {
  projectId: string;
  /** Null: of the whole project. */
  control: { id: string; number: string } | null;
  /** All controls of the project. */
  controls: Controls;
}

const numberOf = (controls: Controls, id: string | undefined): string | null =>
  controls.find((one) => one.id === id)?.number ?? null;

const about = ({ projectId, control }: ListSubject) => ({
  projectId,
  ...(control === null ? {} : { controlId: control.id }),
});

/** The evidence that the question asks for, in words. */
export async function readEvidenceList(
  ctx: QueryContext,
  requested: RequestedEvidence,
  subject: ListSubject,
  texts: Texts,
): Promise<string> {
  const isByExpiry = requested === "expiring";
  const status = isByExpiry ? ["pending", "approved"] : requested;
  const { items, pagination } = await listEvidence(ctx, {
    ...about(subject),
    ...(status !== "all" && { status }),
    page: 1,
    limit: MAX_LISTED,
    ...(isByExpiry && { sort: "expires_at", order: "asc" }),
  });
  // Without a date of expiry, evidence comes last.
  const dated = isByExpiry ? items.filter(({ expiresAt }) => expiresAt != null) : items;
  const evidence = dated.map(({ title, control, alsoControls, ...one }): ListedEvidence => ({
    title,
    controls: [numberOf(subject.controls, control.id) ?? "", ...alsoControls],
    status: one.status,
    uploadedAt: one.uploadedAt,
    expiresAt: one.expiresAt ?? null,
  }));
  const list = { requested, total: pagination.total, about: subject.control?.number ?? null };
  return describeEvidence(evidence, list, texts);
}

/** The active findings that the question asks for, most severe first, in words. */
export async function readFindingList(
  ctx: QueryContext,
  requested: RequestedFindings,
  subject: ListSubject,
  texts: Texts,
): Promise<string> {
  const { severities, overdue } = requested;
  const { items, pagination } = await listFindings(ctx, {
    ...about(subject),
    status: ACTIVE_STATUSES,
    ...(severities.length > 0 && { severity: severities }),
    ...(overdue && { overdue }),
    page: 1,
    limit: MAX_LISTED,
    sort: "severity",
    order: "desc",
  });
  const findings = items.map(({ finding: { title, severity, status, control, dueDate } }): ListedFinding => ({
    title,
    severity,
    status,
    control: numberOf(subject.controls, control?.id),
    dueDate,
  }));
  return describeFindingList(findings, requested, pagination.total, texts);
}
