import { deleteFramework, importFramework } from "../../domain/frameworks/framework.commands.ts";
import { listFrameworks, readFramework } from "../../domain/frameworks/framework.queries.ts";
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
  summary: "List frameworks with their controls",
  access: signedIn("read"),
  output: FrameworkList,
  act: (ctx) => listFrameworks(ctx),
  present: presentFrameworks,
});

const importOne = defineRoute({
  method: "post",
  path: `${PATH}/import`,
  summary: "Import an OSCAL catalogue as a framework. Importing the same one again changes nothing",
  access: may("framework.manage"),
  body: ImportFrameworkBody,
  largeBody: FRAMEWORK_BODY,
  answers: { 409: "Projects use controls that this version lacks, or the limit of frameworks is reached" },
  output: FrameworkImportView,
  act: (ctx, { body }) => importFramework(ctx, body),
  present: presentImport,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Delete an imported framework that no project uses",
  access: may("framework.manage"),
  params: FrameworkParams,
  answers: { 409: "The framework is built in, or projects use it" },
  message: "The framework was deleted",
  load: (ctx: RouteContext, { params }) => readFramework(ctx, params.id),
  act: (ctx, _input, framework) => deleteFramework(ctx, framework),
});

export const createFrameworkRoutes = (): Route[] => [list, importOne, remove];
