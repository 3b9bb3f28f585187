import { acceptEvidence, reviewEvidence, reviewMany } from "../../domain/evidence/review.commands.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { EvidenceView, presentEvidence } from "./evidence.contract.ts";
import {
  AcceptanceBody,
  ReviewBody,
  ReviewManyBody,
  ReviewManyView,
  presentReviews,
  reviewOf,
} from "./review.contract.ts";
import { loadById } from "./evidence.routes.ts";

const review = defineRoute({
  method: "post",
  path: "/api/v1/evidence/:id/review",
  summary: "Review evidence someone else uploaded: approve, reject or withdraw an approval",
  access: may("evidence.review"),
  params: IdParams,
  body: ReviewBody,
  output: EvidenceView,
  answers: {
    409: "The evidence's state does not allow this decision, it has expired, or the caller uploaded it",
  },
  load: loadById,
  act: (ctx, { body: { decision, note, expires_at: expiresAt } }, evidence) =>
    reviewEvidence(ctx, { evidence, review: { decision, note, expiresAt } }),
  present: presentEvidence,
});

const accept = defineRoute({
  method: "post",
  path: "/api/v1/evidence/:id/acceptance",
  summary: "Accept approved evidence as its auditor, or withdraw the acceptance; the review stays",
  access: may("evidence.accept"),
  params: IdParams,
  body: AcceptanceBody,
  output: EvidenceView,
  answers: { 409: "The evidence is not approved, is already accepted, or is not accepted" },
  load: loadById,
  act: (ctx, { body: { decision, note } }, evidence) => acceptEvidence(ctx, { evidence, decision, note }),
  present: presentEvidence,
});

const reviewSeveral = defineRoute({
  method: "post",
  path: "/api/v1/projects/:id/evidence/review",
  summary: "Review several pieces of evidence of a project. Each gets its own result",
  access: may("evidence.review_many"),
  params: IdParams,
  body: ReviewManyBody,
  output: ReviewManyView,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { body }, project) => reviewMany(ctx, project.id, body.reviews.map(reviewOf)),
  present: presentReviews,
});

export const createReviewRoutes = (): Route[] => [review, accept, reviewSeveral];
