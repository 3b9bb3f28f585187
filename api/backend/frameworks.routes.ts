import { deleteFramework, importFramework } from "../../domain/frameworks/framework.commands.ts";
import { listFrameworks, requireFramework } from "../../domain/frameworks/framework.queries.ts";
import { may, signedIn } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  FrameworkImportView,
  FrameworkList,
  FrameworkParams,
  presentFrameworks,
  presentImport,
} from "./frameworks.contract.ts";
import { FRAMEWORK_BODY, ImportFrameworkBody } from "./import-framework.contract.ts";

const PATH = "/api/v1/compliance/frameworks";

const list = defineRoute({
  method: "get",
  path: PATH,
  service: "backend",
  summary: "The frameworks a project can be run against, with their controls",
  access: signedIn("read"),
  output: FrameworkList,
  act: (ctx) => listFrameworks(ctx),
  present: presentFrameworks,
});

const importOne = defineRoute({
  method: "post",
  path: `${PATH}/import`,
  service: "backend",
  summary: "Take over an OSCAL catalogue as a framework; the same again changes nothing",
  access: may("framework.manage"),
  body: ImportFrameworkBody,
  largeBody: FRAMEWORK_BODY,
  answers: { 409: "Projects have controls that this version does without, or there are too many frameworks" },
  output: FrameworkImportView,
  act: (ctx, { body }) => importFramework(ctx, body),
  present: presentImport,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  service: "backend",
  summary: "Forget an imported framework that no project is run against",
  access: may("framework.manage"),
  params: FrameworkParams,
  answers: { 409: "It is part of the product, or projects are run against it" },
  message: "The framework was deleted",
  load: (ctx: RouteContext, { params }) => requireFramework(ctx, params.id),
  act: (ctx, _input, framework) => deleteFramework(ctx, framework),
});

export const createFrameworkRoutes = (): Route[] => [list, importOne, remove];
