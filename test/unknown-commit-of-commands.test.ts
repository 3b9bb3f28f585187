import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import { createCommitCutter, type CutMoment } from "./support/commit-cutter.ts";
import { bearer, connectMcp } from "./support/mcp.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import type { SignedIn } from "./support/product.ts";
import { rowsAdded } from "./support/rows-added.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";
import { formWith } from "../testkit/form-with.ts";

const cutter = await stopAfterAll(createCommitCutter(process.env["TEST_DATABASE_URL"]!));
const product = await startProductForFile({
  databaseAddress: cutter.address,
  environment: { MCP_ENABLED: "true", WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
});
const people = await signInPeople(product);
const { admin, auditor, customer } = people;
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

/** PostgreSQL is asked for the result of a transaction that stored a file. */
const FIRST_ANSWERS = {
  before: {
    rows: { status: 503, reason: "maybe_saved" },
    file: { status: 503, reason: "dependency_unreachable" },
  },
  after: { rows: { status: 503, reason: "maybe_saved" }, file: { status: 201 } },
};

interface Request {
  by: SignedIn;
  path: string;
  body: object | FormData;
  /** A text in a statement of the command; the text of the request by default. */
  marker?: string;
  storesFile?: true;
}

const upload = (
  name: string,
  bytes: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string>,
): FormData => formWith(fields, { name, bytes });
const evidenceIn = async (projectId: string): Promise<string> => {
  const about = { project_id: projectId, control_id: "CC6.1", title: `Evidence ${newId()}` };
  return (await customer.upload({ name: "a.pdf", bytes: pdf }, about)).data.id;
};
const policyIn = async (projectId: string): Promise<string> => {
  const about = { type: "access_control", company_name: "Example", framework: "soc2", project_id: projectId };
  return (await customer.send<{ id: string }>("POST", "/api/v1/ai/generate/policy", about)).data.id;
};

type RequestOf = (text: string, projectId: string) => Request | Promise<Request>;

/** By the command; each request has its own unique text, and a new project. */
const COMMANDS: Record<string, RequestOf> = {
  "a webhook": (text) => ({
    by: customer,
    path: "/api/v1/webhooks",
    body: { url: `http://127.0.0.1:18099/${text}`, events: ["*"], description: text },
  }),
  "a finding": (title, projectId) => ({
    by: customer,
    path: "/api/findings",
    body: { project_id: projectId, title, severity: "High" },
  }),
  "an import of findings": (title, projectId) => ({
    by: customer,
    path: "/api/findings/import",
    body: {
      project_id: projectId,
      integration: title,
      findings: [1, 2, 3].map((n) => ({ source_id: `s-${n}`, title, severity: "Low" })),
    },
  }),
  "an invitation": (text) => ({
    by: admin,
    path: "/api/v1/invitations",
    body: { email: `${text}@example.com`, role: "customer" },
  }),
  "a project": (name) => ({ by: customer, path: "/api/v1/projects", body: { name, framework: "soc2" } }),
  "an API key": (name) => ({ by: customer, path: "/api/v1/api-keys", body: { name, scopes: ["read"] } }),
  "reviews of several files": async (note, projectId) => ({
    by: auditor,
    path: `/api/v1/projects/${projectId}/evidence/review`,
    body: {
      reviews: [await evidenceIn(projectId), await evidenceIn(projectId)].map((evidence_id) => ({
        evidence_id,
        decision: "reject",
        note,
      })),
    },
  }),
  "a policy": (company_name, projectId) => ({
    by: customer,
    path: "/api/v1/ai/generate/policy",
    body: { type: "access_control", company_name, framework: "soc2", project_id: projectId },
  }),
  "a policy filed as evidence": async (_text, projectId) => {
    const id = await policyIn(projectId);
    return {
      by: customer,
      path: `/api/v1/policies/${id}/file-as-evidence`,
      body: { control_id: "CC6.1" },
      marker: id,
      storesFile: true,
    };
  },
  "a new version of a file": async (title, projectId) => ({
    by: customer,
    path: `/api/v1/evidence/${await evidenceIn(projectId)}/versions`,
    body: upload("b.pdf", new Uint8Array(pdf), { title }),
    storesFile: true,
  }),
  "a questionnaire": (text, project_id) => ({
    by: customer,
    path: "/api/v1/questionnaires",
    body: upload(`${text}.csv`, "Question,Answer\nDo you review access rights?,\n", { project_id }),
    storesFile: true,
  }),
};

/** What the work added. */
const added = (work: () => Promise<unknown>) => rowsAdded(product, work);

interface Sent {
  status: number;
  replayed: boolean;
  reason: unknown;
}

async function send({ by, path, body }: Request, key: string): Promise<Sent> {
  const isForm = body instanceof FormData;
  const response = await by.fetch(path, {
    method: "POST",
    body: isForm ? body : JSON.stringify(body),
    headers: { "idempotency-key": key, ...(!isForm && { "content-type": "application/json" }) },
  });
  const answer = (await response.json()) as { error?: { details: { reason?: unknown } } };
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, replayed, reason: answer.error?.details.reason };
}

/** Sends it with a cut COMMIT, and again until PostgreSQL has released the locks of the first attempt. */
async function sendTwice(
  request: Request,
  text: string,
  moment: CutMoment,
): Promise<{ first: Sent; again: Sent }> {
  const key = newId();
  const cut = cutter.cut(request.marker ?? text, moment);
  const first = await send(request, key);
  await cut;
  const again = await waitFor(
    () => send(request, key),
    ({ status }) => status < 300,
  );
  return { first, again };
}

const textOf = (): string => `t${newId()}`;

describe.each(Object.entries(COMMANDS))("%s, whose COMMIT is cut", (_name, requestOf) => {
  test.each<CutMoment>(["before", "after"])(
    "%s it was executed, is reported honestly and done once by a repetition",
    async (moment) => {
      const [plain, text] = [await requestOf(textOf(), await newProjectOf(people)), textOf()];
      const cut = await requestOf(text, await newProjectOf(people));
      const expected = await added(async () => expect((await send(plain, newId())).status).toBeLessThan(300));
      let sent: Awaited<ReturnType<typeof sendTwice>> | undefined;
      const found = await added(async () => {
        sent = await sendTwice(cut, text, moment);
      });
      const { first, again } = sent!;
      expect(first).toMatchObject(FIRST_ANSWERS[moment][cut.storesFile === true ? "file" : "rows"]);
      expect(again.replayed).toBe(moment === "after");
      expect(found).toEqual(expected);
    },
    20_000,
  );
});

/** Agents have no Idempotency-Key: they get the result, or must look before they repeat the call. */
describe("an agent's call, whose COMMIT is cut", () => {
  const TOOLS = {
    raise_finding: (title: string, project_id: string) => ({ project_id, title, severity: "High" }),
    upload_evidence: (title: string, project_id: string) => ({
      project_id,
      control_id: "CC6.1",
      title,
      file_name: "a.pdf",
      content_base64: pdf.toString("base64"),
    }),
    generate_policy: (company_name: string, project_id: string) => ({
      type: "access_control",
      company_name,
      framework: "soc2",
      project_id,
    }),
  };
  const cases = Object.entries(TOOLS);

  const call = async (tool: string, moment: CutMoment, inputOf: (typeof cases)[number][1]) => {
    const agent = await connectMcp(product, bearer(customer));
    const [text, project] = [textOf(), await newProjectOf(people)];
    let answer: Awaited<ReturnType<typeof agent.call>> | undefined;
    const found = await added(async () => {
      const cut = cutter.cut(text, moment);
      answer = await agent.call(tool, inputOf(text, project));
      await cut;
    });
    await agent.close();
    return { answer: answer!, found };
  };

  test.each(cases)("after it was executed, gets the result: %s", async (tool, inputOf) => {
    const { answer, found } = await call(tool, "after", inputOf);
    expect(answer).toMatchObject({ isError: false, data: { id: expect.any(String) } });
    expect(found).toMatchObject({ events: expect.any(Number) });
  });

  test.each(cases)("before it was executed, changes nothing: %s", async (tool, inputOf) => {
    const { answer, found } = await call(tool, "before", inputOf);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("try again shortly") });
    expect(found).toEqual({});
  });

  test("with an unknown result, says to look before a repetition", async () => {
    cutter.shutAfterCut();
    const { answer } = await call("raise_finding", "after", TOOLS.raise_finding);
    cutter.open();
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(/may have been saved: look for it before/);
  });
});
