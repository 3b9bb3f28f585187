import { describe, expect, test } from "@jest/globals";
import { allRoutes, type RouteDeps } from "../api/all-routes.ts";
import { listShape } from "../api/gateway/list-shape.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { setUpOauth } from "./support/oauth.ts";
import { newId } from "../platform/ids.ts";
import { SearchRequest } from "../retrieval/server/contracts.ts";
import { newProject } from "./support/new-project.ts";

const stage = await setUpOauth();

const [issuer, rotationKey] = ["https://compliance.example.com", Buffer.alloc(32)];
const deps = { tokens: { issuer, audience: "api" }, rotationKey, publicUrl: issuer, corsOrigins: [] };
const routes = allRoutes(deps as unknown as RouteDeps).filter(({ access }) => access.kind !== "open");

const IS_ID = /(^id|Id|_id|_to)$/;
const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}).filter((name) => IS_ID.test(name));

const UNKNOWN = [newId(), "nonsense", "42", "../x", "00000000-0000-0000-0000-000000000000"];
const requestFor = (path: string, id: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === "kind" ? "slack" : encodeURIComponent(id)));

const projectId = await newProject(stage.admin);

const READS = routes.filter(
  ({ method, params, query }) => method === "get" && fieldsOf(params).length > 0 && query === undefined,
);

describe("an unknown id in a path", () => {
  test.each(READS.map(({ path }) => path))("is 404 at GET %s", async (path) => {
    for (const id of UNKNOWN) {
      const { status, body } = await stage.admin.get(requestFor(path, id));
      expect([id, status, body.error?.code]).toEqual([id, 404, "NOT_FOUND"]);
    }
  });

  test.each(routes.filter(({ method, params }) => method === "delete" && fieldsOf(params).length > 0))(
    "is 404 at DELETE $path",
    async ({ path, body }) => {
      if (body !== undefined) return;
      for (const id of UNKNOWN) {
        const { status } = await stage.admin.send("DELETE", requestFor(path, id));
        expect([id, status]).toEqual([id, 404]);
      }
    },
  );
});

const FILTERS = routes.flatMap((route) => {
  const shape = listShape(route);
  if (shape === null || route.path.includes("/:")) return [];
  return fieldsOf(route.query).map((field) => ({
    path: route.path,
    field,
    rows: shape.rows,
    query: route.query,
  }));
});

describe("an unknown id in a filter", () => {
  test.each(FILTERS)("finds nothing at $path?$field", async ({ path, field, rows, query }) => {
    const shape = (
      query as unknown as { shape: Record<string, { safeParse(value: unknown): { success: boolean } }> }
    ).shape;
    const needsProject =
      field !== "project_id" && shape["project_id"]?.safeParse(undefined).success === false;
    const inProject = needsProject ? `&project_id=${projectId}` : "";
    for (const id of UNKNOWN) {
      const { status, data } = await stage.admin.get<Record<string, unknown>>(
        `${path}?${field}=${encodeURIComponent(id)}${inProject}`,
      );
      // Routes about one project have no figures without it.
      if (status === 404) continue;
      expect([id, status, data[rows]]).toEqual([id, 200, []]);
    }
  });

  test("such filters exist", () => {
    expect(FILTERS.length).toBeGreaterThan(15);
  });
});

test("ids in a body are still validated", async () => {
  const body = { project_id: "nonsense", title: "F", severity: "Low" };
  const { status, body: answer } = await stage.admin.send("POST", "/api/findings", body);
  expect([status, answer.error.details["field"]]).toEqual([400, "project_id"]);
});

describe("capital letters in an id (RFC 9562, 4)", () => {
  const inCapitals = (id: string) => id.toUpperCase();

  test("name the same member of a team", async () => {
    const { id } = await stage.product.signIn("customer");
    const add = (userId: string) =>
      stage.admin.send("POST", `/api/v1/projects/${projectId}/team`, { user_id: userId, role: "customer" });
    expect((await add(id)).status).toBe(201);
    const again = await add(inCapitals(id));
    expect([again.status, again.body.error?.details["reason"]]).toEqual([409, "already_in_team"]);
  });

  test("name the same project for a key", async () => {
    const restrictions = { resources: { project_ids: [inCapitals(projectId)] } };
    const headers = await keyHeaders(stage.admin, { restrictions });
    const { status } = await stage.product.anonymous.get(`/api/v1/projects/${projectId}`, headers);
    expect(status).toBe(200);
  });

  test("name the same project and caller for a search", () => {
    const [project, user] = [newId(), newId()];
    const sent = { query: "keys", project_id: inCapitals(project), user_id: inCapitals(user) };
    expect(SearchRequest.parse(sent)).toMatchObject({ project_id: project, user_id: user });
  });
});
