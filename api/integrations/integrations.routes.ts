import {
  removeIntegration,
  setIntegration,
  testIntegration,
} from "../../domain/integrations/integration.commands.ts";
import type { TestConnection } from "../../domain/integrations/integration-settings.ts";
import { INTEGRATION_KINDS } from "../../domain/integrations/integration.rules.ts";
import { listIntegrations, loadIntegration } from "../../domain/integrations/integration.queries.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import { lists, may } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  IntegrationList,
  IntegrationView,
  KindParams,
  SetIntegrationBody,
  presentIntegration,
} from "./integrations.contract.ts";

interface IntegrationRouteDeps {
  secrets: SecretBox;
  testConnection: TestConnection;
}

const PATH = "/api/v1/integrations";
const access = may("integration.manage");

const list = defineRoute({
  method: "get",
  path: PATH,
  summary:
    "List integrations: whether each is configured and how its last test went. Secrets are never returned",
  access: lists("integration.read"),
  output: IntegrationList,
  act: (ctx) => listIntegrations(ctx),
  present: (found) => ({
    integrations: INTEGRATION_KINDS.map((kind) =>
      presentIntegration(kind, found.find((integration) => integration.kind === kind) ?? null),
    ),
  }),
});

const set = ({ secrets }: IntegrationRouteDeps): Route =>
  defineRoute({
    method: "put",
    path: `${PATH}/:kind`,
    summary: "Configure an integration. Omitted fields stay unchanged, secrets included",
    access: may("integration.change"),
    params: KindParams,
    body: SetIntegrationBody,
    output: IntegrationView,
    act: (ctx, { params, body }) => setIntegration(ctx, { kind: params.kind, change: body }, secrets),
    present: (integration) => presentIntegration(integration.kind, integration),
  });

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:kind`,
  summary: "Remove an integration's settings",
  access,
  params: KindParams,
  message: "The integration was removed",
  load: (ctx: RouteContext, { params }) => loadIntegration(ctx, params.kind),
  act: (ctx, _input, integration) => removeIntegration(ctx, integration),
});

const test = (deps: IntegrationRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/:kind/test`,
    // A slow service must not keep a transaction open.
    transaction: "own",
    summary: "Test an integration's settings against the remote service; the answer describes the problem",
    access,
    params: KindParams,
    output: IntegrationView,
    answers: { 409: "The settings have changed during the test" },
    load: (ctx: RouteContext, { params }) => loadIntegration(ctx, params.kind),
    act: (ctx, _input, integration) => testIntegration(ctx, integration, deps),
    present: (integration) => presentIntegration(integration.kind, integration),
  });

export const createIntegrationRoutes = (deps: IntegrationRouteDeps): Route[] => [
  list,
  set(deps),
  remove,
  test(deps),
];
