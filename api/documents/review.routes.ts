import { reviewEvidence } from "../../domain/evidence/review.commands.ts";
import { may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { EvidenceView, ReviewBody, presentEvidence } from "./evidence.contract.ts";
import { loadById } from "./evidence.routes.ts";

const review = defineRoute({
  method: "post",
  path: "/api/v1/evidence/:id/review",
  service: "documents",
  summary: "Approve or reject pending evidence that somebody else uploaded",
  access: may("evidence.review"),
  params: IdParams,
  body: ReviewBody,
  output: EvidenceView,
  answers: { 409: "It was reviewed already, has expired, or the caller uploaded it" },
  load: loadById,
  act: (ctx, { body: { decision, note, expires_at: expiresAt } }, evidence) =>
    reviewEvidence(ctx, { evidence, review: { decision, note, expiresAt } }),
  present: presentEvidence,
});

export const createReviewRoutes = (): Route[] => [review];
