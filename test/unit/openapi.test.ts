import { describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { allRoutes, type RouteDeps } from "../../api/all-routes.ts";
import type { Route } from "../../api/route.ts";
import { describeApi } from "../../api/gateway/openapi/describe-api.ts";
import { ACCESS_TABLE } from "../support/access-table.ts";
import { wholePaths } from "../../dev/fuzz/whole-paths.ts";

interface Operation {
  operationId: string;
  parameters: { name: string; description?: string; schema: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { example?: unknown; schema?: unknown }> };
  responses: Record<
    string,
    { headers?: object; content?: Record<string, { example?: unknown; schema?: unknown }> }
  >;
}

interface JsonSchema {
  $ref?: string;
  allOf?: { properties?: { data?: JsonSchema } }[];
}

/** The content of the envelope, or the whole body without one; undefined for an envelope without data. */
const partOf = (schema: JsonSchema): JsonSchema | undefined =>
  schema.allOf === undefined ? schema : schema.allOf.find(({ properties }) => properties)?.properties?.data;

// Describing runs no route; building the list only requires these.
const deps = {
  tokens: { issuer: "https://compliance.example.com", audience: "api" },
  rotationKey: Buffer.alloc(32),
  mcpEnabled: true,
  publicUrl: "https://compliance.example.com",
  corsOrigins: [],
} as unknown as RouteDeps;
const routes = allRoutes(deps);
const document = describeApi(routes, "https://compliance.example.com");
const paths = wholePaths<Record<string, Operation>>(document);
const operationOf = ({ method, path }: Route): Operation => paths[path.replace(/:(\w+)/g, "{$1}")]![method]!;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

describe("the description of the API", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("gives every operation a unique id", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("describes every parameter", () => {
    const bare = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ description = "" }) => description === "")
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  test("names the schema of every body and response, for generated clients", () => {
    const media = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.entries(responses).map(([status, one]) => (status < "300" ? one : undefined))]
        .flatMap((one) => Object.entries(one?.content ?? {}))
        .map(([type, { schema = {} }]) => ({ operationId, type, schema: schema as JsonSchema })),
    );
    const answered = media
      .filter(({ type }) => /json|form-/.test(type))
      .map(({ operationId, schema }) => [operationId, partOf(schema)] as const)
      .filter(([, part]) => part !== undefined);
    expect(answered.length).toBeGreaterThan(200);
    expect(answered.filter(([, part]) => part!.$ref === undefined)).toEqual([]);
  });

  test("names the sort fields of lists", () => {
    const sorts = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ name, description }) => name === "sort" && !description!.startsWith("Ignored"))
        .map(({ schema }) => [operationId, schema.enum ?? []] as const),
    );
    expect(sorts.length).toBeGreaterThan(15);
    expect(sorts.filter(([, names]) => names.length === 0)).toEqual([]);
    expect(Object.fromEntries(sorts)["getApiV1Users"]).toContain("created_at");
  });

  test("includes the file in every form with one", () => {
    const forms = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody }) => requestBody?.content["multipart/form-data"] ?? [])
      .map(({ schema }) => schema as { $ref?: string; properties?: object });
    expect(forms.length).toBeGreaterThan(2);
    const { schemas } = document["components"] as { schemas: Record<string, { properties: object }> };
    for (const form of forms) {
      const { properties } = schemas[form.$ref?.split("/").at(-1) ?? ""] ?? form;
      expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(["file"]));
      expect(Object.keys(properties ?? {}).length).toBeGreaterThan(1);
    }
  });

  test("has valid examples of request bodies", () => {
    const shown = routes.flatMap((route) => {
      const json = operationOf(route).requestBody?.content["application/json"];
      return json === undefined ? [] : [{ route, example: json.example }];
    });
    expect(shown.length).toBeGreaterThan(40);
    for (const { route, example } of shown)
      expect(z.parse((route.body ?? route.rawBody)!, example)).toBeDefined();
  });

  test("has valid examples of responses", () => {
    const shown = routes.flatMap((route) => {
      const json = operationOf(route).responses[route.status ?? 200]?.content?.["application/json"];
      return json === undefined || route.output === undefined ? [] : [{ route, example: json.example }];
    });
    expect(shown.length).toBeGreaterThan(100);
    for (const { route, example } of shown) {
      const isBare = route.answer === "bare" || route.answer === "raw";
      const data = isBare ? example : (example as { data: unknown }).data;
      expect(z.parse(route.output!, data)).toBeDefined();
    }
  });

  test("refers only to its own components", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
    const find = (path: string): unknown =>
      path
        .split("/")
        .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((path) => find(path) === undefined)).toEqual([]);
  });

  test("documents every status", () => {
    for (const { responses } of operations) expect(responses).not.toHaveProperty("default");
  });

  test("documents the challenge for insufficient scope", () => {
    const { Forbidden } = (document["components"] as { responses: Record<string, { headers: object }> })
      .responses;
    expect(Object.keys(Forbidden!.headers)).toContain("WWW-Authenticate");
  });

  test("documents that a chat answers in the envelope or as events, with refusals in the envelope", () => {
    const { responses } = paths["/api/v1/ai/chat"]!["post"]!;
    const contentOf = (status: string) => (responses[status] as { content: Record<string, object> }).content;
    expect(Object.keys(contentOf("200"))).toEqual(["application/json", "text/event-stream"]);
    expect(JSON.stringify(contentOf("200"))).toContain("#/components/schemas/Success");
    expect(contentOf("503")).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/ErrorAnswer" } },
    });
  });

  test("documents where created resources can be read, and only then", () => {
    const ids = operations
      .filter(({ responses }) => "Location" in ((responses["201"] ?? responses["202"])?.headers ?? {}))
      .map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual([
      "postApiAgents",
      "postApiFindings",
      "postApiV1ApiKeys",
      "postApiV1ApiKeysIdRotate",
      "postApiV1Evidence",
      "postApiV1EvidenceIdReuse",
      "postApiV1EvidenceIdVersions",
      "postApiV1IdentityProviders",
      "postApiV1Invitations",
      "postApiV1OauthClients",
      "postApiV1PoliciesIdFileAsEvidence",
      "postApiV1Projects",
      "postApiV1Questionnaires",
      "postApiV1Reports",
      "postApiV1Users",
      "postApiV1Webhooks",
    ]);
  });

  test.each(ACCESS_TABLE)("documents what callers get from $method $path", ({ method, path, statuses }) => {
    const { responses } = paths[path]![method.toLowerCase()]!;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses.map(String)));
  });
});
