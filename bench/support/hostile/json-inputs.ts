import type { HostileInput } from "./hostile-client.ts";

const [LARGE, SMALL] = [15_900_000, 990_000];

const fill = (piece: string, letters: number): string => piece.repeat(Math.floor(letters / piece.length));

const list = (item: string, letters: number): string => `[${fill(`${item},`, letters)}${item}]`;

/** Distinct names. */
function names(letters: number): string {
  const parts: string[] = [];
  for (let length = 0; length < letters; length += parts.at(-1)!.length) parts.push(`"${parts.length}":0,`);
  return `{${parts.join("")}"a":0}`;
}

const IMPORT = "/api/findings/import";
const FRAMEWORK = "/api/v1/compliance/frameworks/import";
const text = (
  name: string,
  path: string,
  make: (projectId: string) => string,
  method = "POST",
): HostileInput => ({
  name,
  send: (client) => client.text(method, path, make(client.projectId)),
});

const findings = (name: string, rows: () => string): HostileInput =>
  text(`findings: ${name}`, IMPORT, (id) => `{"project_id":"${id}","integration":"a","findings":${rows()}}`);

const goodRow = (n: number): string =>
  JSON.stringify({
    title: "a",
    severity: "Low",
    source_id: `${n}`,
    integration_data: { a: "b".repeat(15_000) },
  });

const BODIES: HostileInput[] = [
  text("body: 1 MB of nested lists", "/api/v1/projects", () => fill("[", SMALL)),
  text(
    "body: 1 MB of nested lists that are closed",
    "/api/v1/projects",
    () => `${fill("[", SMALL / 2)}${fill("]", SMALL / 2)}`,
  ),
  text("body: 1 MB of nested objects", "/api/v1/projects", () => fill('{"a":', SMALL)),
  text("body: 1 MB of unknown names", "/api/v1/projects", () => names(SMALL)),
  text("body: 1 MB of names written as escapes", "/api/v1/projects", () => list('{"\\u0061":0}', SMALL)),
  text("body: 1 MB of a name twice", "/api/v1/projects", () => list('{"a":0,"a":0}', SMALL)),
  text("body: 1 MB of wrong team members", "/api/v1/projects", () => `{"team_members":${list("0", SMALL)}}`),
  text("body: 1 MB of wrong events", "/api/v1/webhooks", () => `{"events":${list('"a"', SMALL)}}`),
  text("body: 1 MB of right events", "/api/v1/webhooks", () => `{"events":${list('"ping"', SMALL)}}`),
  text("body: 1 MB of scopes", "/api/v1/api-keys", () => `{"scopes":${list('"read"', SMALL)}}`),
  text(
    "body: 1 MB of ranges",
    "/api/v1/api-keys",
    () => `{"restrictions":{"ip_allow":${list('"1.1.1.1/32"', SMALL)}}}`,
  ),
  text(
    "body: a range of 1 MB",
    "/api/v1/api-keys",
    () => `{"restrictions":{"ip_allow":["${fill("1", SMALL)}"]}}`,
  ),
  text("body: a text of 1 MB", "/api/v1/projects", () => `{"name":"${fill(" a", SMALL)}"}`),
  text("body: 1 MB of escapes", "/api/v1/projects", () => `{"name":"${fill("\\ud800", SMALL)}"}`),
];

const ROWS: HostileInput[] = [
  findings("16 MB of numbers", () => list("0", LARGE)),
  findings("16 MB of empty rows", () => list("{}", LARGE)),
  findings("16 MB of nested lists", () => `${fill("[", LARGE / 2)}${fill("]", LARGE / 2)}`),
  findings("16 MB of unknown names", () => `[${names(LARGE)}]`),
  findings("16 MB of small objects", () => `[{"integration_data":{"a":${list('{"a":0}', LARGE)}}}]`),
  findings(
    "1,000 rows of 15,000 letters",
    () => `[${Array.from({ length: 1_000 }, (_, n) => goodRow(n)).join()}]`,
  ),
];

const catalogue = (name: string, inside: () => string): HostileInput => ({
  name: `OSCAL: ${name}`,
  send: (client) =>
    client.asAdmin(
      "POST",
      FRAMEWORK,
      `{"catalog":{"uuid":"74c8ba1e-5cd4-4ad1-bbfd-d888e2f6c724","metadata":{"title":"a","version":"1"},${inside()}}}`,
    ),
});

const control = (more: string): string => `"controls":[{"id":"a-1","title":"a",${more}}]`;
const part = (prose: string): string => `{"name":"statement","prose":"${prose}"}`;

const CATALOGUES: HostileInput[] = [
  catalogue("16 MB of controls", () => `"controls":${list('{"id":"a","title":"a"}', LARGE)}`),
  catalogue("16 MB of properties", () => control(`"props":${list('{"name":"a","value":"b"}', LARGE)}`)),
  catalogue("16 MB of parts", () => control(`"parts":${list(part("a"), LARGE)}`)),
  catalogue("16 MB of parameters", () => control(`"params":${list('{"id":"a","label":"b"}', LARGE)}`)),
  catalogue("parameters that do not end", () =>
    control(`"parts":[${part(fill("{{ insert: param, ", LARGE))}]`),
  ),
  catalogue("nested groups", () => `${fill('"groups":[{"title":"a",', 600_000)}"a":0${fill("}]", 60_000)}`),
];

const call = (name: string, body: () => string): HostileInput => text(`MCP: ${name}`, "/mcp", body);
const rpc = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

const CALLS: HostileInput[] = [
  call("16 MB of messages", () => list(rpc("ping", "{}"), LARGE)),
  call("a method of 16 MB", () => rpc(fill("a", LARGE), "{}")),
  call("a tool's name of 16 MB", () => rpc("tools/call", `{"name":"${fill("a", LARGE)}"}`)),
  call("16 MB of unknown arguments", () =>
    rpc("tools/call", `{"name":"list_projects","arguments":${names(LARGE)}}`),
  ),
  call("16 MB of lists as arguments", () =>
    rpc("tools/call", `{"name":"list_projects","arguments":{"page":${list("[]", LARGE)}}}`),
  ),
  text("MCP: a file of 10 MB", "/mcp", (id) =>
    rpc(
      "tools/call",
      `{"name":"upload_evidence","arguments":{"project_id":"${id}","control_id":"CC6.1","title":"a","file_name":"a.pdf","content_base64":"${fill("JVBE", 13_900_000)}"}}`,
    ),
  ),
];

/** Wide, deep, long or invalid JSON. */
export const JSON_INPUTS: HostileInput[] = [...BODIES, ...ROWS, ...CATALOGUES, ...CALLS];
