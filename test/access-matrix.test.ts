import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import {
  ACCESS_TABLE,
  CALLERS,
  PROTOCOL_ROUTES,
  type AccessRow,
  type CallerName,
  type Subject,
} from "./support/access-table.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";

let product: Product;
let projectId: string;
let pdf: Buffer;
let spare: Person;
let customer: SignedIn;
const headersOf = new Map<CallerName, Record<string, string>>([["anonymous", {}]]);

async function createProject(customerId: string, more: object = {}): Promise<string> {
  const admin = await product.signIn("admin");
  const body = { name: "A project", framework: "soc2", customer_id: customerId, ...more };
  return (await admin.send("POST", "/api/v1/projects", body)).data.id as string;
}

const createKey = async (body: object = {}): Promise<{ id: string; api_key: string }> =>
  (await customer.send("POST", "/api/v1/api-keys", { name: "A key", ...body })).body as never;

async function assignPeople(): Promise<void> {
  const [manager, foreignManager, auditor, shared] = [
    await product.signIn("manager"),
    await product.signIn("manager"),
    await product.signIn("auditor"),
    await product.signIn("customer"),
  ];
  customer = await product.signIn("customer", { managerId: manager.id });
  const people: [CallerName, SignedIn][] = [
    ["customer", customer],
    ["shared customer", shared],
    ["foreign customer", await product.signIn("customer", { managerId: foreignManager.id })],
    ["auditor", auditor],
    ["foreign auditor", await product.signIn("auditor")],
    ["manager", manager],
    ["foreign manager", foreignManager],
    ["admin", await product.signIn("admin")],
  ];
  for (const [name, { token }] of people) headersOf.set(name, { authorization: `Bearer ${token}` });
  const team = [{ user_id: shared.id, role: "customer" }];
  projectId = await createProject(customer.id, { auditor_id: auditor.id, team_members: team });
}

async function makeKeys(): Promise<void> {
  const other = await createProject(customer.id);
  const keys: [CallerName, object][] = [
    ["key: read", { scopes: ["read"] }],
    ["key: write", { scopes: ["read", "write"] }],
    [
      "key: other project",
      { scopes: ["read", "write"], restrictions: { resources: { project_ids: [other] } } },
    ],
  ];
  for (const [name, body] of keys) headersOf.set(name, { "x-api-key": (await createKey(body)).api_key });
}

beforeAll(async () => {
  product = await startProduct();
  pdf = await makePdf({ pages: [["A page of evidence."]] });
  spare = await createPerson(product.orm, "customer");
  await assignPeople();
  await makeKeys();
}, 60_000);
afterAll(() => product.stop());

/** A file nobody sent before. */
const file = () => ({ name: "evidence.pdf", bytes: Buffer.concat([pdf, Buffer.from(`\n%${newId()}\n`)]) });
const uploadForm = () => ({ project_id: projectId, control_id: "CC6.1" });
const newEvidence = async () => (await customer.upload(file(), uploadForm())).data.id as string;
const logIn = async () =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email: spare.email, password: PASSWORD });

const newClient = async () => {
  const admin = await product.signIn("admin");
  const body = { name: "A client", type: "confidential", grants: ["client_credentials"], scopes: ["read"] };
  const { data } = await admin.send("POST", "/api/v1/oauth-clients", body);
  return data.client_id as string;
};

/** Id for the path and body of one call. */
const MAKE: Record<Subject, () => Promise<{ id?: string; body?: object }>> = {
  nothing: async () => ({}),
  project: async () => ({ id: projectId }),
  evidence: async () => ({ id: await newEvidence() }),
  version: async () => ({ id: await newEvidence() }),
  upload: async () => ({}),
  "api key": async () => ({ id: (await createKey()).id }),
  "oauth client": async () => ({ id: await newClient() }),
  login: async () => ({ body: { email: spare.email, password: PASSWORD } }),
  "refresh token": async () => ({ body: { refresh_token: (await logIn()).data.tokens.refresh_token } }),
};

function formOf(subject: Subject): FormData {
  const { name, bytes } = file();
  const form = new FormData();
  const fields = subject === "upload" ? { ...uploadForm(), title: "A file" } : {};
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return form;
}

async function statusFor({ route, subject, body }: AccessRow, caller: CallerName): Promise<number> {
  const [method = "", template = ""] = route.split(" ");
  const made = await MAKE[subject]();
  const path = template.replace("{id}", made.id ?? "");
  const headers = headersOf.get(caller)!;
  const json = made.body ?? body;
  if (subject === "upload" || subject === "version")
    return (await product.anonymous.fetch(path, { method, headers, body: formOf(subject) })).status;
  const response = await product.anonymous.fetch(path, {
    method,
    headers: { ...headers, ...(json && { "content-type": "application/json" }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  await response.arrayBuffer();
  return response.status;
}

describe("who gets what", () => {
  test("is said in the table for every route there is, and for no other", async () => {
    const { body } = await product.anonymous.get("/openapi.json");
    const { paths } = body as unknown as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const said = [...ACCESS_TABLE.map(({ route }) => route), ...PROTOCOL_ROUTES];
    expect(said.toSorted()).toEqual(routes.toSorted());
    for (const { expected } of ACCESS_TABLE) expect(expected).toHaveLength(CALLERS.length);
  });

  test.each(ACCESS_TABLE)("$route", async (row) => {
    const answers: Record<string, number> = {};
    for (const caller of CALLERS) answers[caller] = await statusFor(row, caller);
    expect(answers).toEqual(Object.fromEntries(CALLERS.map((caller, i) => [caller, row.expected[i]])));
  });
});
