import { describe, expect, test } from "@jest/globals";
import { startAssistant } from "./support/assistant-stage.ts";
import { bearer, connectMcp } from "./support/mcp.ts";
import type { RequestBody, Step } from "./support/model-server.ts";

const stage = await startAssistant({ withModel: true, environment: { MCP_ENABLED: "true" } });

const REQUEST = { type: "backup_recovery", framework: "soc2", company_name: "Example Ltd", industry: "saas" };
const generate = async (company: string) =>
  (await stage.customer.send("POST", "/api/v1/ai/generate/policy", { ...REQUEST, company_name: company }))
    .data as {
    id: string;
    mode: string;
    content: string;
    quality_score: number;
  };

const draftIn = ({ messages }: RequestBody): string =>
  (JSON.parse(messages.at(-1)!.content) as { draft: string }).draft;
/** A model that follows its instructions on the draft. */
const adapting =
  (change: (draft: string) => string) =>
  (body: RequestBody): Step => ({ say: change(draftIn(body)) });
const STATEMENT = "- Copies of customers' data are kept in a second region and restored there every quarter.";

describe("a policy written with a model", () => {
  test("is the model's version of the draft, with our history, and is marked as such", async () => {
    stage.model.script(
      adapting((draft) =>
        draft
          .replace(/(?=^## \d+\. Procedures)/m, `${STATEMENT}\n\n`)
          .replace(/## \d+\. Revision history[^]*$/, ""),
      ),
    );
    const policy = await generate("Adapted Ltd");
    expect(policy).toMatchObject({ mode: "model" });
    expect(policy.content).toContain(STATEMENT);
    expect(policy.content).toContain("Revision history");
    expect(policy.quality_score).toBeGreaterThanOrEqual(95);
    const [request] = stage.model.requests;
    expect(JSON.parse(request!.body.messages.at(-1)!.content)).toMatchObject({
      company: "Adapted Ltd",
      framework: "soc2",
    });
  });

  test("is written for MCP clients, too", async () => {
    stage.model.script(adapting((draft) => draft.replace(/(?=^## \d+\. Procedures)/m, `${STATEMENT}\n\n`)));
    const session = await connectMcp(stage.product, bearer(stage.customer));
    const { data } = await session.call("generate_policy", { ...REQUEST, company_name: "Agents Ltd" });
    await session.close();
    expect(data).toMatchObject({ mode: "model", content: expect.stringContaining(STATEMENT) });
  });

  test("is a conflict if someone else changed the policy while the model wrote", async () => {
    const { id } = await generate("Twice Ltd");
    const change = { title: "Backups", content: "# Backups\n\nWe keep two copies." };
    stage.model.script(async (body) => {
      await stage.customer.send("PUT", `/api/v1/policies/${id}`, change);
      return { say: draftIn(body) };
    });
    const body = { ...REQUEST, company_name: "Twice Ltd" };
    const { status } = await stage.customer.send("POST", "/api/v1/ai/generate/policy", body);
    expect(status).toBe(409);
    const { data } = await stage.customer.send("GET", `/api/v1/policies/${id}`);
    expect(data).toMatchObject({ ...change, version: 2 });
  });

  test("loses links and markup", async () => {
    stage.model.script(
      adapting((draft) =>
        draft.replace(/(?=^## \d+\. Procedures)/m, "- Report it [here](https://evil.example/x).\n\n"),
      ),
    );
    const { content } = await generate("Linked Ltd");
    expect(content).toContain("Report it here.");
    expect(content).not.toContain("evil.example");
  });

  test.each<[string, Step | ((body: RequestBody) => Step)]>([
    ["drops a section", adapting((draft) => draft.replace(/## \d+\. Exceptions[^]*?(?=^## )/m, ""))],
    [
      "leaves placeholders",
      adapting((draft) => draft.replace(/(?=^## \d+\. Procedures)/m, "- Ask [your team].\n\n")),
    ],
    ["answers something else", { say: "I cannot help with that." }],
    ["answers 500 again and again", { status: 500 }],
  ])("is the template if the model %s", async (what, step) => {
    stage.model.script(step, step, step, step);
    const policy = await generate(`Company that ${what}`);
    expect(policy).toMatchObject({ mode: "template", quality_score: 100 });
  });
});
