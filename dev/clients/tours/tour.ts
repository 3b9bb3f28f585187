/* The tour of docs/tour.md through a client that openapi-typescript generated. Compiled and run beside its schema.d.ts. */
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

const { API_URL, PASSWORD, FILE } = process.env as Record<string, string>;
const ATTEMPTS = 240;

const clientOf = (token?: string) =>
  createClient<paths>({
    baseUrl: API_URL!,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
type Client = ReturnType<typeof clientOf>;

/** The content of the envelope; CSV and event streams, which other callers request, have none. */
type Content<Answer> = Exclude<Answer, string> extends { data: infer T } ? T : never;

/** The data of a response; throws the error message of a refusal. */
function dataOf<A>(answer: {
  data?: A;
  error?: components["schemas"]["ErrorAnswer"];
  response: Response;
}): Content<A> {
  if (answer.data === undefined)
    throw new Error(`${answer.response.url} answered ${JSON.stringify(answer.error)}`);
  return (answer.data as { data: Content<A> }).data;
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected ${what}`);
  console.log(what);
}

async function signIn(email: string): Promise<Client> {
  const body = { email, password: PASSWORD! };
  const { tokens } = dataOf(await clientOf().POST("/auth/login", { body }));
  return clientOf(tokens.access_token);
}

async function upload(client: Client, projectId: string): Promise<components["schemas"]["Evidence"]> {
  const file = new File([await readFile(FILE!)], "access-policy.pdf", { type: "application/pdf" });
  const fields = { project_id: projectId, control_id: "CC6.1", title: "Access policy" };
  const answer = await client.POST("/evidence", {
    // A file is a binary string in OpenAPI.
    body: { ...fields, file: "" },
    bodySerializer: () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set("file", file);
      return form;
    },
  });
  return dataOf(answer);
}

async function untilRead(client: Client, id: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { chunking_status: status } = dataOf(
      await client.GET("/evidence/{id}/ingestion", { params: { path: { id } } }),
    );
    if (status === "COMPLETED" || status === "FAILED") return status;
    await pause(500);
  }
  return "still being read";
}

const customer = await signIn("customer@example.com");
const me = dataOf(await customer.GET("/users/me"));
expect(me.role === "customer", `signed in as ${me.name}`);
const project = dataOf(
  await customer.POST("/projects", { body: { name: "Tour in TypeScript", framework: "soc2" } }),
);
const { controls } = dataOf(await customer.GET("/projects/{id}", { params: { path: { id: project.id } } }));
expect(controls.length === 61, "a project with 61 controls");
const evidence = await upload(customer, project.id);
expect((await untilRead(customer, evidence.id)) === "COMPLETED", "the file is read");

const question = { query: "how often are permissions checked?", project_id: project.id, user_id: me.id };
const { results } = dataOf(await customer.POST("/retrieval/search", { body: question }));
expect(results[0]?.evidence_id === evidence.id && results[0].page === 1, "search finds its page");
const chat = await customer.POST("/ai/chat", {
  body: { message: "How often are access rights reviewed?", context: { project_id: project.id } },
});
expect(dataOf(chat).message.includes("quarter"), "the assistant quotes it");

const control = { path: { id: project.id, controlId: "CC6.1" } };
const progressOf = async () =>
  dataOf(await customer.GET("/projects/{id}/controls/{controlId}", { params: control })).progress;
const before = await progressOf();
const admin = await signIn("admin@example.com");
const reviewed = await admin.POST("/evidence/{id}/review", {
  params: { path: { id: evidence.id } },
  body: { decision: "approve", note: "Dated and signed" },
});
expect(dataOf(reviewed).status === "approved", "an administrator approves it");
const after = await progressOf();
expect(after > before, `its control has progressed from ${before} to ${after}`);
const query = { project_id: project.id };
const score = dataOf(await customer.GET("/compliance/score", { params: { query } }));
expect(score.overall_score > 0, `the score is ${score.overall_score}`);
const { gaps } = dataOf(await customer.GET("/compliance/gaps", { params: { query } }));
expect(gaps.length > 0 && gaps[0]!.suggested_action !== "", `${gaps.length} gaps are left on the first page`);
