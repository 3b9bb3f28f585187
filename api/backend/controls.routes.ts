import type { ControlGraph } from "../../domain/compliance/control-graph.ts";
import { updateControl } from "../../domain/controls/control.commands.ts";
import { listControls, loadControl, controlListing } from "../../domain/controls/control.queries.ts";
import { readProject } from "../../domain/projects/project.queries.ts";
import { may } from "../access.ts";
import { listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  ControlList,
  ControlParams,
  ControlQuery,
  ControlView,
  UpdateControlBody,
  presentControl,
} from "./controls.contract.ts";

const PATH = "/api/v1/projects/:id/controls/:controlId";
const service = "backend";

const loadFromPath = (ctx: RouteContext, { params }: { params: { id: string; controlId: string } }) =>
  loadControl(ctx, params.id, params.controlId);

export interface ControlRouteDeps {
  controlGraph: ControlGraph;
}

const list = ({ controlGraph }: ControlRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/compliance/controls",
    service,
    summary: "The controls of a project, in the framework's order",
    access: may("project.read"),
    query: ControlQuery,
    listing: controlListing,
    output: ControlList,
    answers: {
      404: "The project is not there, or not visible to the caller",
      503: "The control graph cannot be read just now",
    },
    load: (ctx: RouteContext, { query }) => readProject(ctx, query.project_id),
    act: async (ctx, { query }, project) => {
      await controlGraph.ensure(ctx, project);
      const { project_id: projectId, status, category, not_applicable: notApplicable } = query;
      return listControls(ctx, { ...listInput(query), projectId, status, category, notApplicable });
    },
    present: ({ items, pagination }) => ({ controls: items.map(presentControl), pagination }),
  });

const read = defineRoute({
  method: "get",
  path: PATH,
  service,
  summary: "One control of a project",
  access: may("control.read"),
  params: ControlParams,
  output: ControlView,
  load: loadFromPath,
  act: async (_ctx, _input, control) => control,
  present: presentControl,
});

const update = defineRoute({
  method: "put",
  path: PATH,
  service,
  summary: "Change a control's owner, what it asks for, whether it applies, or its progress",
  access: may("control.update"),
  params: ControlParams,
  body: UpdateControlBody,
  output: ControlView,
  load: loadFromPath,
  act: (ctx, { body }, control) =>
    updateControl(ctx, {
      control,
      change: {
        requiredEvidence: body.required_evidence,
        ownerId: body.owner_id,
        notApplicable: body.not_applicable,
        justification: body.justification,
        progress: body.progress,
      },
    }),
  present: presentControl,
});

export const createControlRoutes = (deps: ControlRouteDeps): Route[] => [list(deps), read, update];
