import { acceptEvidence, reviewEvidence } from "../../domain/evidence/review.commands.ts";
import { may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { AcceptanceBody, EvidenceView, ReviewBody, presentEvidence } from "./evidence.contract.ts";
import { loadById } from "./evidence.routes.ts";

const review = defineRoute({
  method: "post",
  path: "/api/v1/evidence/:id/review",
  service: "documents",
  summary: "Approve or reject evidence that somebody else uploaded, or take an approval back",
  access: may("evidence.review"),
  params: IdParams,
  body: ReviewBody,
  output: EvidenceView,
  answers: { 409: "It is not in a state for this decision, has expired, or the caller uploaded it" },
  load: loadById,
  act: (ctx, { body: { decision, note, expires_at: expiresAt } }, evidence) =>
    reviewEvidence(ctx, { evidence, review: { decision, note, expiresAt } }),
  present: presentEvidence,
});

const accept = defineRoute({
  method: "post",
  path: "/api/v1/evidence/:id/acceptance",
  service: "documents",
  summary: "The auditor accepts approved evidence, or takes that back; its review stays",
  access: may("evidence.accept"),
  params: IdParams,
  body: AcceptanceBody,
  output: EvidenceView,
  answers: { 409: "The evidence is not approved, or accepted already, or not accepted" },
  load: loadById,
  act: (ctx, { body: { decision, note } }, evidence) => acceptEvidence(ctx, { evidence, decision, note }),
  present: presentEvidence,
});

export const createReviewRoutes = (): Route[] => [review, accept];
