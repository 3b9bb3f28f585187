import { describe, expect, test } from "@jest/globals";
import { allRoutes, type RouteDeps } from "../api/all-routes.ts";
import { createTools, type ToolDeps } from "../api/mcp/create-tools.ts";
import type { Answer } from "./support/api-client.ts";
import { controlNameFields } from "./support/control-name-fields.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { customer, admin, projectId, fields, pdf, uploaded, newProject } = await startEvidenceProject();

const [NUMBER, FRAMEWORK_ID] = ["CC6.1", "soc2:CC6.1"];

const pathOf = (name: string) =>
  `/api/v1/projects/${projectId}/controls/${encodeURIComponent(name)}` as const;
const send = <M extends string, P extends string>(method: M, path: P, body: object) =>
  customer.send(method, path, body);
const policy = (more: object) =>
  send("POST", "/api/v1/ai/generate/policy", {
    type: "access_control",
    framework: "soc2",
    company_name: "Example Ltd",
    ...more,
  });
const finding = (more: object = {}) => ({ title: "Port open", severity: "Low", ...more });

const control = (await customer.get(`/api/v1/projects/${projectId}/controls/${NUMBER}`)).data;
const evidenceId = await uploaded();
const other = await newProject({ framework: "iso27001" });
const ofOthers = (await customer.get(`/api/v1/projects/${other}/controls/A.5.15`)).data.id;
const raised = finding({ project_id: projectId, control_id: NUMBER });
const findingId = (await send("POST", "/api/findings", raised)).data.id;
const policyId = (await policy({ project_id: projectId })).data.id;
const commentId = (await send("POST", `${pathOf(NUMBER)}/comments`, { text: "Since when?" })).data.id;

interface Outcome {
  status: number;
  /** What the response says about the resolved control: its id, its number, or the number of rows. */
  expected: unknown;
}
const say = ({ status }: Answer, answered: unknown): Outcome => ({ status, expected: answered });

/** Repeating the same value is no change and leaves nothing to decide. */
let progress = 0;

type Calls = Record<string, { call: (name: string) => Promise<Outcome>; expected: () => unknown }>;

/** The ways to end a proposal about a control. */
const ended = (way: "confirm" | "decline" | "withdraw"): Calls => ({
  [`POST /api/v1/projects/:id/controls/:controlId/${way} controlId`]: {
    call: async (name) => {
      await send("PUT", pathOf(NUMBER), { progress: ++progress, reason: "Seen" });
      const path = `${pathOf(name)}/${way}` as const;
      const answer =
        way === "withdraw"
          ? await customer.send("POST", path)
          : await admin.send("POST", path, { note: "Seen" });
      return say(answer, answer.data?.id);
    },
    expected: () => control.id,
  },
});

/** Every place in which a caller names a control, with the expected result for a valid name. */
const PLACES: Calls = {
  "GET /api/v1/projects/:id/controls/:controlId controlId": {
    call: async (name) => {
      const answer = await customer.get(pathOf(name));
      return say(answer, answer.data?.id);
    },
    expected: () => control.id,
  },
  "PUT /api/v1/projects/:id/controls/:controlId controlId": {
    call: async (name) => {
      const answer = await send("PUT", pathOf(name), { required_evidence: 1 });
      return say(answer, answer.data?.id);
    },
    expected: () => control.id,
  },
  "GET /api/v1/projects/:id/controls/:controlId/comments controlId": {
    call: async (name) => {
      const answer = await customer.get(`${pathOf(name)}/comments`);
      return say(answer, answer.data?.comments.at(-1)?.id);
    },
    expected: () => commentId,
  },
  "POST /api/v1/projects/:id/controls/:controlId/comments controlId": {
    call: async (name) => {
      const answer = await customer.send("POST", `${pathOf(name)}/comments`, { text: "Which systems?" });
      return say(answer, answer.data?.control_id);
    },
    expected: () => control.id,
  },
  "PUT /api/v1/projects/:id/controls control_id": {
    call: async (name) => {
      const controls = [{ control_id: name, required_evidence: 1 }];
      const answer = await send("PUT", `/api/v1/projects/${projectId}/controls`, { controls });
      return say(answer, answer.data?.controls[0]?.id);
    },
    expected: () => control.id,
  },
  ...ended("confirm"),
  ...ended("decline"),
  ...ended("withdraw"),
  "GET /api/v1/evidence control_id": {
    call: async (name) => {
      const answer = await customer.get(
        `/api/v1/evidence?project_id=${projectId}&control_id=${name}&limit=1`,
      );
      return say(answer, answer.data?.evidence[0]?.control_id);
    },
    expected: () => control.id,
  },
  "GET /api/v1/evidence/stats control_id": {
    call: async (name) => {
      const query = `project_id=${projectId}&control_id=${name}`;
      const answer = await customer.get(`/api/v1/evidence/stats?${query}`);
      return say(answer, answer.data?.total > 0);
    },
    expected: () => true,
  },
  "POST /api/v1/evidence control_id": {
    call: async (name) => {
      const answer = await customer.upload({ name: "a.pdf", bytes: pdf }, fields({ control_id: name }));
      return say(answer, answer.data?.control_id);
    },
    expected: () => control.id,
  },
  "POST /api/v1/evidence also_controls": {
    call: async (name) => {
      const more = fields({ control_id: "CC6.2", also_controls: name });
      const answer = await customer.upload({ name: "a.pdf", bytes: pdf }, more);
      return say(answer, answer.data?.also_controls);
    },
    expected: () => [NUMBER],
  },
  "PUT /api/v1/evidence/:id control_id": {
    call: async (name) => {
      const answer = await send("PUT", `/api/v1/evidence/${evidenceId}`, { control_id: name });
      return say(answer, answer.data?.control_id);
    },
    expected: () => control.id,
  },
  "PUT /api/v1/evidence/:id also_controls": {
    call: async (name) => {
      const id = await uploaded({ control_id: "CC6.2" });
      const answer = await send("PUT", `/api/v1/evidence/${id}`, { also_controls: [name] });
      return say(answer, answer.data?.also_controls);
    },
    expected: () => [NUMBER],
  },
  "POST /api/v1/evidence/:id/reuse control_id": {
    call: async (name) => {
      const target = await newProject();
      const there = (await customer.get(`/api/v1/projects/${target}/controls/${NUMBER}`)).data.id;
      const body = { project_id: target, control_id: name === control.id ? there : name };
      const answer = await send("POST", `/api/v1/evidence/${evidenceId}/reuse`, body);
      return say(answer, answer.data?.control_id === there);
    },
    expected: () => true,
  },
  "GET /api/findings control_id": {
    call: async (name) => {
      const answer = await customer.get(`/api/findings?project_id=${projectId}&control_id=${name}&limit=1`);
      return say(answer, answer.data?.findings[0]?.control_id);
    },
    expected: () => control.id,
  },
  "GET /api/findings/stats control_id": {
    call: async (name) => {
      const answer = await customer.get(`/api/findings/stats?project_id=${projectId}&control_id=${name}`);
      return say(answer, answer.data?.total > 0);
    },
    expected: () => true,
  },
  "POST /api/findings control_id": {
    call: async (name) => {
      const answer = await send(
        "POST",
        "/api/findings",
        finding({ project_id: projectId, control_id: name }),
      );
      return say(answer, answer.data?.control_id);
    },
    expected: () => control.id,
  },
  "PATCH /api/findings/:id control_id": {
    call: async (name) => {
      const answer = await send("PATCH", `/api/findings/${findingId}`, { control_id: name });
      return say(answer, answer.data?.control_id);
    },
    expected: () => control.id,
  },
  "POST /api/findings/import control_id": {
    call: async (name) => {
      const findings = [finding({ source_id: name, control_id: name })];
      const body = { project_id: projectId, integration: "Names", findings };
      const { status, data } = await send("POST", "/api/findings/import", body);
      const { finding_id: id } = data.results[0]!;
      // An invalid row fails on its own.
      if (id === null) return { status: 400, expected: null };
      return { status, expected: (await customer.get(`/api/findings/${id}`)).data.control_id };
    },
    expected: () => control.id,
  },
  "POST /api/v1/ai/chat control_id": {
    call: async (name) => {
      const context = { project_id: projectId, control_id: name };
      const answer = await send("POST", "/api/v1/ai/chat", { message: "What is missing?", context });
      return say(answer, JSON.stringify(answer.data?.context)?.includes(NUMBER));
    },
    expected: () => true,
  },
  "POST /api/v1/ai/generate/policy control_id": {
    call: async (name) => {
      const answer = await policy({ project_id: projectId, control_id: name });
      return say(answer, answer.data?.control_id);
    },
    expected: () => NUMBER,
  },
  "POST /api/v1/policies/:id/file-as-evidence control_id": {
    call: async (name) => {
      const path = `/api/v1/policies/${policyId}/file-as-evidence` as const;
      const answer = await send("POST", path, { control_id: name });
      return say(answer, answer.data?.control_id);
    },
    expected: () => control.id,
  },
};

/** Rows of an import are parsed one by one, not with the body. */
const IN_ROWS = ["POST /api/findings/import control_id"];
const [issuer, rotationKey] = ["https://compliance.example.com", Buffer.alloc(32)];
// Building the list runs no route.
const deps = { tokens: { issuer, audience: "api" }, rotationKey, mcpEnabled: true, corsOrigins: [] };
const routes = allRoutes({ ...deps, publicUrl: issuer } as unknown as RouteDeps);

test("all places that accept a control's name accept every kind of name, and are tested here", () => {
  const found = routes.flatMap(({ method, path, params, query, body }) =>
    [params, query, body]
      .flatMap(controlNameFields)
      .map(([name, takesAll]): [string, boolean] => [`${method.toUpperCase()} ${path} ${name}`, takesAll]),
  );
  expect(found.filter(([, takesAll]) => !takesAll)).toEqual([]);
  const places = new Set([...found.map(([place]) => place), ...IN_ROWS]);
  expect([...places].toSorted()).toEqual(Object.keys(PLACES).toSorted());
});

test("the tools for AI agents accept them too", () => {
  const fieldsOf = createTools({} as ToolDeps).flatMap(({ name, input }) =>
    controlNameFields(input).map(([field, takesAll]) => [name, field, takesAll]),
  );
  expect(fieldsOf.length).toBeGreaterThan(4);
  expect(fieldsOf.filter(([, , takesAll]) => takesAll !== true)).toEqual([]);
});

describe.each(Object.entries(PLACES))("%s", (_place, { call, expected: answered }) => {
  test("accepts the id, the number, and the framework's id", async () => {
    for (const name of [control.id, NUMBER, FRAMEWORK_ID]) {
      const outcome = await call(name);
      expect([name, outcome.expected, outcome.status < 300]).toEqual([name, answered(), true]);
    }
  });

  test("finds nothing by the name of another framework's or project's control", async () => {
    for (const name of ["iso27001:CC6.1", "soc2:ZZ9", ofOthers]) {
      const outcome = await call(name);
      expect([name, outcome.expected]).not.toEqual([name, answered()]);
    }
  });
});

test("the framework's ids match the list of frameworks", async () => {
  const { frameworks } = (await customer.get("/api/v1/compliance/frameworks")).data;
  const soc2 = frameworks.find(({ id }) => id === "soc2")!;
  expect(soc2.controls.map(({ id }) => id)).toContain(FRAMEWORK_ID);
});
