import { withdrawChange } from "../../domain/controls/withdraw-proposal.commands.ts";
import { z } from "zod";
import type { ControlGraph } from "../../domain/compliance/control-graph.ts";
import { decideChange, updateControls } from "../../domain/controls/control-update.commands.ts";
import type { Control } from "../../domain/controls/control.entity.ts";
import {
  allControlListing,
  controlListing,
  listAllControls,
  listControls,
  loadControl,
  loadControls,
} from "../../domain/controls/control.queries.ts";
import { readControlTexts } from "../../domain/frameworks/read-control-texts.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  AllControls,
  AllControlsQuery,
  ControlDetail,
  ControlList,
  ControlParams,
  ControlQuery,
  DECIDING_CONFLICT,
  WITHDRAWING_CONFLICT,
  DecideChangeBody,
  DeclineChangeBody,
  type DecidingRoute,
  UpdateControlBody,
  UpdateControlsBody,
  controlFilterOf,
  presentControl,
  presentControlDetail,
  readControlChange,
} from "./controls.contract.ts";
import { defineView } from "../define-schemas.ts";
import { readsProject } from "../projects/reads-project.ts";

const PATH = "/api/v1/projects/:id/controls/:controlId";

const loadFromPath = (ctx: RouteContext, { params }: { params: { id: string; controlId: string } }) =>
  loadControl(ctx, params.id, params.controlId);

/** The project first: If-Match locks both in this order, like every change of controls. */
async function loadWithProject(
  ...from: Parameters<typeof loadFromPath>
): Promise<{ project: Project; control: Control }> {
  const control = await loadFromPath(...from);
  return { project: control.project, control };
}

/** Includes the text of the project's framework. */
const presentOne = async (ctx: RouteContext, control: Control) =>
  presentControlDetail(control, await readControlTexts(ctx, control.project.framework));

interface ControlRouteDeps {
  controlGraph: ControlGraph;
}

const list = ({ controlGraph }: ControlRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/compliance/controls",
    summary: "List a project's controls, in the framework's order",
    access: readsProject,
    query: ControlQuery,
    listing: controlListing,
    output: ControlList,
    answers: {
      404: "The project does not exist or is not visible to the caller",
      503: "The control graph is unavailable",
    },
    act: async (ctx, { query }, project) => {
      await controlGraph.ensure(ctx, project);
      const filter = controlFilterOf(ctx, query);
      const page = await listControls(ctx, {
        ...listInput(query),
        ...filter,
        projectId: query.project_id,
      });
      return { ...page, texts: await readControlTexts(ctx, project.framework) };
    },
    present: ({ items, pagination, texts }) => ({
      controls: items.map((control) => presentControlDetail(control, texts)),
      pagination,
    }),
  });

const listAll = defineRoute({
  method: "get",
  path: "/api/v1/controls",
  summary: "List the controls of your projects, the earliest due first",
  access: lists("control.read"),
  query: AllControlsQuery,
  listing: allControlListing,
  output: AllControls,
  act: (ctx, { query }) =>
    listAllControls(ctx, {
      ...listInput(query),
      ...controlFilterOf(ctx, query),
      projectId: query.project_id,
      projectStatus: query.project_status,
    }),
  present: ({ items, pagination }) => ({
    controls: items.map(({ control, projectName, framework }) => ({
      ...presentControl(control),
      project_name: projectName,
      project_framework: framework,
    })),
    pagination,
  }),
});

const read = defineRoute({
  method: "get",
  path: PATH,
  summary: "Get a control of a project",
  access: may("control.read"),
  params: ControlParams,
  output: ControlDetail,
  load: loadFromPath,
  act: (ctx, _input, control) => presentOne(ctx, control),
});

const update = defineRoute({
  method: "put",
  path: PATH,
  summary: "Update a control: owner, due date, required evidence, applicability or progress",
  access: may("control.update"),
  params: ControlParams,
  body: UpdateControlBody,
  output: ControlDetail,
  load: loadWithProject,
  subject: ({ control }) => control,
  answers: { 409: "The project is archived, or in audit: manual figures are then frozen" },
  act: async (ctx, { body }, { control }) => {
    await updateControls(ctx, control.project.id, [{ control, change: readControlChange(body) }]);
    return presentOne(ctx, control);
  },
});

const updateMany = defineRoute({
  method: "put",
  path: "/api/v1/projects/:id/controls",
  summary: "Update several controls of a project, all or none",
  access: may("control.update_many"),
  params: IdParams,
  body: UpdateControlsBody,
  output: defineView("ChangedControls", { controls: z.array(ControlDetail) }),
  answers: { 409: "The project is archived, or in audit: manual figures are then frozen" },
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: async (ctx, { body }, project) => {
    const controls = await loadControls(
      ctx,
      project,
      body.controls.map(({ control_id: idOrNumber }) => idOrNumber),
    );
    const inputs = body.controls.map((one, i) => ({ control: controls[i]!, change: readControlChange(one) }));
    await updateControls(ctx, project.id, inputs);
    const texts = await readControlTexts(ctx, project.framework);
    return controls.map((control) => presentControlDetail(control, texts));
  },
  present: (controls) => ({ controls }),
});

const decide = ({ decision, summary, body }: DecidingRoute): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/${decision}`,
    summary,
    access: may("control.confirm"),
    params: ControlParams,
    body,
    output: ControlDetail,
    answers: { 409: DECIDING_CONFLICT },
    load: loadFromPath,
    act: async (ctx, { body: { note } }, control) =>
      presentOne(ctx, await decideChange(ctx, { control, decision, note })),
  });

const confirm = decide({
  decision: "confirm",
  summary: "Confirm the change the audited party proposed for a control",
  body: DecideChangeBody,
});

const decline = decide({
  decision: "decline",
  summary: "Decline the change the audited party proposed for a control, with a reason",
  body: DeclineChangeBody,
});

const withdraw = defineRoute({
  method: "post",
  path: `${PATH}/withdraw`,
  summary: "Withdraw the change you proposed for a control",
  access: may("control.update"),
  params: ControlParams,
  output: ControlDetail,
  answers: { 409: WITHDRAWING_CONFLICT },
  load: loadFromPath,
  act: async (ctx, _input, control) => presentOne(ctx, await withdrawChange(ctx, control)),
});

export const createControlRoutes = (deps: ControlRouteDeps): Route[] => [
  list(deps),
  listAll,
  read,
  update,
  updateMany,
  confirm,
  decline,
  withdraw,
];
