import { z } from "zod";
import {
  ACCEPTANCE_DECISIONS,
  EVIDENCE_STATUSES,
  REVIEW_DECISIONS,
  type ReviewDecision,
} from "../../domain/evidence/evidence.rules.ts";
import type { ReviewResult } from "../../domain/evidence/review.commands.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";
import { Id, Instant } from "../common.contract.ts";
import { refuseTwice } from "../refuse-twice.ts";

/** A rejection needs a reason: it is all that the uploader gets. */
const review = {
  decision: z.enum(REVIEW_DECISIONS),
  note: z.string().trim().max(2_000).default(""),
  expires_at: Instant.optional().meta({ description: "When the approval ends" }),
};
const saysWhy = ({ decision, note }: { decision: ReviewDecision; note: string }): boolean =>
  decision === "approve" || note !== "";
const endsApproval = ({
  decision,
  expires_at,
}: {
  decision: ReviewDecision;
  expires_at?: unknown;
}): boolean => decision === "approve" || expires_at === undefined;
const NO_APPROVAL = { path: ["expires_at"], message: "is allowed only to approve evidence" };
const UNSAID = { path: ["note"], message: "is required to reject evidence or withdraw an approval" };

export const ReviewBody = z
  .strictObject(review)
  .refine(saysWhy, UNSAID)
  .refine(endsApproval, NO_APPROVAL)
  .meta({ examples: [{ decision: "approve", note: "Dated, signed, and inside the period" }] })
  .register(schemaNames, { id: "ReviewEvidenceBody" });

/** A withdrawal needs a reason. */
export const AcceptanceBody = z
  .strictObject({
    decision: z.enum(ACCEPTANCE_DECISIONS),
    note: z.string().trim().max(2_000).default(""),
  })
  .refine(({ decision, note }) => decision === "accept" || note !== "", {
    path: ["note"],
    message: "is required to withdraw an acceptance",
  })
  .meta({ examples: [{ decision: "accept" }] })
  .register(schemaNames, { id: "AcceptanceBody" });

/** No one reviews more than this with care. */
const MAX_REVIEWS = 50;

const OneReview = z
  .strictObject({ evidence_id: Id, ...review })
  .refine(saysWhy, UNSAID)
  .refine(endsApproval, NO_APPROVAL)
  .register(schemaNames, { id: "OneReview" });

export const ReviewManyBody = z
  .strictObject({ reviews: z.array(OneReview).min(1).max(MAX_REVIEWS) })
  .superRefine(({ reviews }, ctx) => refuseTwice(ctx, "reviews", reviews, "evidence_id"))
  .meta({
    examples: [
      {
        reviews: [
          {
            evidence_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",
            decision: "approve",
            note: "Dated and signed",
          },
        ],
      },
    ],
  })
  .register(schemaNames, { id: "ReviewManyBody" });

export const reviewOf = ({
  evidence_id: evidenceId,
  expires_at: expiresAt,
  ...rest
}: z.infer<typeof OneReview>) => ({ evidenceId, expiresAt, ...rest });

export const ReviewManyView = defineView("ReviewResults", {
  reviewed: z.int(),
  refused: z.int(),
  results: z
    .array(
      z.object({
        evidence_id: Id,
        outcome: z.enum(["reviewed", "refused"]),
        status: z
          .enum(EVIDENCE_STATUSES)
          .nullable()
          .meta({ description: "Its current status; null if the project has no such evidence" }),
        reason: z.string().nullable().meta({ description: "Why the decision was refused" }),
        reason_code: z
          .string()
          .nullable()
          .meta({ description: "The reason as a code, for other languages; null if it has none" }),
      }),
    )
    .meta({ description: "In the order of the reviews" }),
});

const codeOf = (refusal: ReviewResult["refusal"]): string | null => {
  const code = refusal?.details["reason"];
  return typeof code === "string" ? code : null;
};

const presentResult = ({ evidenceId, evidence, refusal }: ReviewResult) => ({
  evidence_id: evidenceId,
  outcome: refusal === null ? ("reviewed" as const) : ("refused" as const),
  status: evidence?.status ?? null,
  reason: refusal?.message ?? null,
  reason_code: codeOf(refusal),
});

export const presentReviews = (results: readonly ReviewResult[]): z.infer<typeof ReviewManyView> => {
  const refused = results.filter(({ refusal }) => refusal !== null).length;
  return { reviewed: results.length - refused, refused, results: results.map(presentResult) };
};
