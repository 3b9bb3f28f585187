import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { visibleEvidence, inDetail, readEvidence } from "../../domain/evidence/evidence.queries.ts";
import { reuseEvidence } from "../../domain/evidence/reuse.commands.ts";
import { suggestControls } from "../../domain/evidence/suggestion.queries.ts";
import type { FileStorage } from "../../domain/evidence/storage.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import { notFound } from "../../platform/errors.ts";
import { reads, may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { EvidenceDetail, presentDetail } from "./evidence.contract.ts";
import { ReuseBody, SuggestionList, presentSuggestion } from "./reuse.contract.ts";

interface ReuseRouteDeps extends Pick<FileStorage, "projectBytes"> {
  blobs: BlobStore;
}

/** Copies the file once the row has been written; undone if the commit fails. */
const copyFile =
  ({ blobs }: ReuseRouteDeps, { undo }: Pick<RouteContext, "undo">) =>
  async (from: string, to: string): Promise<void> => {
    undo.push(() => blobs.removeAll(blobKeys(to).folder));
    try {
      await blobs.copy(blobKeys(from).original, blobKeys(to).original);
    } catch (error) {
      // Deleted a moment ago.
      throw error instanceof BlobNotFound ? notFound("Evidence") : error;
    }
  };

const reuse = (deps: ReuseRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: "/api/v1/evidence/:id/reuse",
    summary: "Copy evidence to another project of the same customer, where it is ingested and reviewed again",
    access: may("evidence.upload"),
    params: IdParams,
    body: ReuseBody,
    storesFile: true,
    status: 201,
    output: EvidenceDetail,
    answers: {
      404: "The evidence or the project does not exist or is not visible to the caller",
      409: "The evidence is already in that project, is neither pending nor approved, or belongs to another customer",
    },
    load: async (ctx: RouteContext, { params, body }) => {
      await readEvidence(ctx, params.id);
      return loadProject(ctx, body.project_id);
    },
    act: async (ctx, { params, body }, project) => {
      const evidence = await reuseEvidence(ctx, {
        sourceId: params.id,
        project,
        controlId: body.control_id,
        copy: copyFile(deps, ctx),
        projectBytes: deps.projectBytes,
      });
      return inDetail(ctx, evidence);
    },
    present: presentDetail,
  });

const suggested = defineRoute({
  method: "get",
  path: "/api/v1/evidence/:id/suggested-controls",
  summary:
    "List further controls this evidence could serve according to the cross map: first in its project, then in the customer's latest other projects",
  access: reads(visibleEvidence),
  params: IdParams,
  output: SuggestionList,
  act: (ctx, _input, evidence) => suggestControls(ctx, evidence),
  present: (suggestions) => ({ suggestions: suggestions.map(presentSuggestion) }),
});

export const createReuseRoutes = (deps: ReuseRouteDeps): Route[] => [reuse(deps), suggested];
