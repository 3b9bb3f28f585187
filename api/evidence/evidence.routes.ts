import { defined } from "../../domain/defined.rules.ts";
import { z } from "zod";
import {
  deleteEvidence,
  updateEvidence,
  uploadEvidence,
  type EvidenceChange,
} from "../../domain/evidence/evidence.commands.ts";
import { addEvidenceVersion } from "../../domain/evidence/version.commands.ts";
import type { EvidenceDates } from "../../domain/evidence/evidence-dates.rules.ts";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import {
  visibleInDetail,
  visibleEvidence,
  countEvidence,
  inDetail,
  listEvidence,
  listVersions,
  loadEvidence,
  evidenceListing,
} from "../../domain/evidence/evidence.queries.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { spaceInProject } from "../../domain/evidence/storage.ts";
import { reads, lists, may } from "../access.ts";
import { authorize } from "../gateway/authorize.ts";
import { IdParams, listInput, listQuery, narrowingInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  EvidenceList,
  EvidenceQuery,
  EvidenceDetail,
  EvidenceStatsQuery,
  EvidenceStatsView,
  EvidenceVersions,
  NamedProject,
  UpdateBody,
  UploadForm,
  VersionForm,
  evidenceFilterOf,
  presentDetail,
  presentEvidence,
} from "./evidence.contract.ts";
import { prepareUpload, type UploadDeps } from "./prepare-upload.ts";

const PATH = "/api/v1/evidence";
const [UPLOAD, CHANGE] = [may("evidence.upload"), may("evidence.update")];

/** Loads the evidence in the path, or throws NOT_FOUND. */
export const loadById = (ctx: RouteContext, { params }: { params: { id: string } }): Promise<Evidence> =>
  loadEvidence(ctx, params.id);

const datesOf = (form: z.infer<typeof VersionForm>): EvidenceDates => ({
  collectedAt: form.collected_at ?? null,
  periodStart: form.period_start ?? null,
  periodEnd: form.period_end ?? null,
  expiresAt: form.expires_at ?? null,
});

const changeOf = (body: z.infer<typeof UpdateBody>): EvidenceChange =>
  defined({
    title: body.title,
    description: body.description,
    tags: body.tags,
    controlId: body.control_id,
    alsoControls: body.also_controls,
    collectedAt: body.collected_at,
    periodStart: body.period_start,
    periodEnd: body.period_end,
    expiresAt: body.expires_at,
  });

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List evidence, newest first; superseded versions only with status=superseded",
  access: lists("evidence.read"),
  query: EvidenceQuery,
  listing: evidenceListing,
  output: EvidenceList,
  act: (ctx, { query }) => listEvidence(ctx, { ...listInput(query), ...evidenceFilterOf(ctx, query) }),
  present: ({ items, pagination }) => ({ evidence: items.map(presentEvidence), pagination }),
});

const stats = defineRoute({
  method: "get",
  path: `${PATH}/stats`,
  summary: "Count evidence by status, with the filters of the list",
  access: lists("evidence.read"),
  query: EvidenceStatsQuery,
  output: EvidenceStatsView,
  act: (ctx, { query }) => countEvidence(ctx, { ...narrowingInput(query), ...evidenceFilterOf(ctx, query) }),
});

const upload = (deps: UploadDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Upload a file as evidence for a control; a workflow then ingests it",
    access: UPLOAD,
    multipart: true,
    storesFile: true,
    body: UploadForm,
    status: 201,
    answers: { 404: "The project does not exist or is not visible to the caller" },
    output: EvidenceDetail,
    spaceFor: async (ctx, { fields }) => {
      const named = NamedProject.safeParse(fields).data;
      if (named === undefined) return null;
      const project = await loadProject(ctx, named.project_id);
      authorize(UPLOAD, ctx.actor, project);
      return spaceInProject(ctx, project.id, deps.projectBytes);
    },
    load: (ctx, { body }) => loadProject(ctx, body.project_id),
    act: async (ctx, { body, file: spooled }, project) => {
      const prepared = await prepareUpload(deps, ctx, spooled);
      const named = { project, controlId: body.control_id, alsoControls: body.also_controls };
      const { title, description, tags } = body;
      const about = { title, description, tags, ...datesOf(body) };
      return inDetail(ctx, await uploadEvidence(ctx, { ...named, about, ...prepared }));
    },
    present: presentDetail,
  });

const addVersion = (deps: UploadDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/:id/versions`,
    summary: "Upload a new version. The old one becomes superseded and is no longer searchable",
    access: CHANGE,
    params: IdParams,
    multipart: true,
    storesFile: true,
    body: VersionForm,
    status: 201,
    output: EvidenceDetail,
    answers: {
      409: "A newer version exists (details.newest_id names the newest), or the file is quarantined",
    },
    spaceFor: async (ctx, { params }) => {
      const previous = await loadEvidence(ctx, params.id);
      authorize(CHANGE, ctx.actor, previous);
      return spaceInProject(ctx, previous.project.id, deps.projectBytes);
    },
    load: loadById,
    act: async (ctx, { body, file: spooled }, previous) => {
      const prepared = await prepareUpload(deps, ctx, spooled);
      const { title, description, tags } = body;
      const change = { title, description, tags, ...datesOf(body) };
      return inDetail(ctx, await addEvidenceVersion(ctx, { previous, change, ...prepared }));
    },
    present: presentDetail,
  });

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a piece of evidence with its quality and the reasons for it",
  access: reads(visibleInDetail),
  params: IdParams,
  output: EvidenceDetail,
  act: async (_ctx, _input, evidence) => evidence,
  present: presentDetail,
});

const versions = defineRoute({
  method: "get",
  path: `${PATH}/:id/versions`,
  summary: "List all versions of a piece of evidence, newest first, by the id of any version",
  access: reads(visibleEvidence),
  params: IdParams,
  query: z.strictObject({ page: listQuery.page, limit: listQuery.limit }),
  output: EvidenceVersions,
  act: (ctx, { query }, evidence) => listVersions(ctx, evidence, query),
  present: ({ items, pagination }) => ({ versions: items.map(presentEvidence), pagination }),
});

const update = defineRoute({
  method: "put",
  path: `${PATH}/:id`,
  summary: "Update evidence: title, description, tags, dates, its control and further controls it serves",
  access: may("evidence.update"),
  params: IdParams,
  body: UpdateBody,
  output: EvidenceDetail,
  load: loadById,
  act: async (ctx, { body }, evidence) =>
    inDetail(ctx, await updateEvidence(ctx, { evidence, change: changeOf(body) })),
  present: presentDetail,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Delete evidence. It disappears at once; a workflow then removes its files",
  access: may("evidence.delete"),
  params: IdParams,
  message: "The evidence was deleted",
  load: loadById,
  act: (ctx, _input, evidence) => deleteEvidence(ctx, evidence),
});

export const createEvidenceRoutes = (deps: UploadDeps): Route[] => [
  list,
  stats,
  upload(deps),
  versions,
  addVersion(deps),
  read,
  update,
  remove,
];
