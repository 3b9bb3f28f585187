import { describe, expect, test } from "@jest/globals";
import { startAssistant } from "./support/assistant-stage.ts";
import { passage } from "./support/retrieval-server.ts";

const stage = await startAssistant({ withModel: false });
const admin = await stage.product.signIn("admin");

const ask = (message: string, more: object = {}) =>
  stage.customer.send("POST", "/api/v1/ai/chat", {
    message,
    context: { project_id: stage.projectId },
    ...more,
  });

describe("an answer from figures", () => {
  test.each([
    "What is missing for CC99.9?",
    "What is missing for A.5.1?",
    "What is the score of CC99.9?",
    "Are there findings for CC99.9?",
  ])("reports that the control does not exist: %s", async (question) => {
    const { data } = await ask(question);
    const number = /[A-Z]+[\d.]+\d/.exec(question)![0];
    expect(data).toMatchObject({
      message: `This project has no control ${number}.`,
      mode: "figures",
      found: false,
      citations: [],
      context: { framework: "soc2" },
    });
    expect(stage.retrieval.requests).toEqual([]);
  });

  test("reports the figures of the requested control only", async () => {
    const body = { name: "Late", framework: "soc2" };
    const { id } = (await stage.customer.send("POST", "/api/v1/projects", body)).data;
    const [control] = (await stage.customer.get(`/api/v1/compliance/controls?project_id=${id}&search=CC7.4`))
      .data.controls;
    const finding = { project_id: id, title: "Late patch", severity: "High", control_id: control!.id };
    expect((await stage.customer.send("POST", "/api/findings", finding)).status).toBe(201);
    const answered = async (question: string) =>
      (await ask(question, { context: { project_id: id } })).data.message;
    expect(await answered("How many findings are open for CC7.4?")).toMatch(
      /^CC7\.4 .*: 1 finding of 1 is open or in progress \(1 high\), 0 of them overdue\.$/,
    );
    expect(await answered("How many findings are open for CC7.5?")).toMatch(/^CC7\.5 .*: 0 findings of 0 /);
    expect(await answered("What is the score of CC7.4?")).toMatch(
      /^CC7\.4 .*: 0\.0%, 0 of 1 required evidence approved\.$/,
    );
  });

  test("lists the controls, evidence, findings and milestones that are asked for", async () => {
    const body = { name: "Listed", framework: "soc2" };
    const { id } = (await stage.customer.send("POST", "/api/v1/projects", body)).data;
    const finding = { project_id: id, title: "Late patch", severity: "High" };
    expect((await stage.customer.send("POST", "/api/findings", finding)).status).toBe(201);
    const milestone = { name: "Fieldwork", due_date: "2030-03-01T00:00:00Z" };
    expect((await stage.customer.send("POST", `/api/v1/projects/${id}/milestones`, milestone)).status).toBe(
      201,
    );
    const answered = async (message: string) => {
      const { data } = await ask(message, { context: { project_id: id } });
      expect(data).toMatchObject({ mode: "figures", found: true });
      return data.message;
    };
    expect(await answered("Show all controls in a table")).toMatch(
      /^61 controls in this project:\n- CC1\.1 /,
    );
    expect(await answered("Which controls are overdue?")).toBe("No control is overdue.");
    expect(await answered("Which findings are open?")).toMatch(/\n- High: Late patch, open, due /);
    expect(await answered("Which critical findings are open?")).toMatch(/\nNone of them is critical\.$/);
    expect(await answered("Which evidence expires soon?")).toBe(
      "No evidence in this project is due to expire.",
    );
    expect(await answered("Which evidence do we have for CC6.1?")).toBe("There is no evidence for CC6.1.");
    expect(await answered("When is the next milestone?")).toBe(
      "1 milestone ahead:\n- Fieldwork: planned, due 2030-03-01",
    );
  });

  test("names the owner of a control, and the controls without one", async () => {
    const body = { name: "Owned", framework: "soc2" };
    const { id } = (await stage.customer.send("POST", "/api/v1/projects", body)).data;
    const me = (await stage.customer.get("/api/v1/users/me")).data;
    const change = { owner_id: me.id };
    const path = `/api/v1/projects/${id}/controls/CC6.1` as const;
    expect((await stage.customer.send("PUT", path, change)).status).toBe(200);
    const answered = async (message: string) =>
      (await ask(message, { context: { project_id: id } })).data.message;
    expect(await answered("Who owns CC6.1?")).toMatch(
      new RegExp(`^The owner of CC6\\.1 .+ is ${me.name}\\.$`),
    );
    expect(await answered("Wer ist für CC6.2 zuständig?")).toMatch(
      /^Für CC6\.2 .+ ist niemand verantwortlich\.$/,
    );
    expect(await answered("Which controls have no owner?")).toMatch(
      /^60 controls without an owner:\n- CC1\.1 /,
    );
    expect(await answered("Who is responsible for the fire drill?")).toMatch(/^Not found in the evidence/);
  });

  test("answers a German question in German", async () => {
    const message = async (question: string) => (await ask(question)).data.message;
    expect(await message("Wie wird der Wert berechnet?")).toMatch(
      /^Der Compliance-Wert ist 0,0 von 100\. Er ist der mittlere Fortschritt/,
    );
    expect(await message("Was fehlt noch für CC6.1?")).toMatch(
      /^CC6\.1 .*: 0,0 %, 0 von 1 verlangten Nachweisen genehmigt\. Laden Sie Nachweise hoch/,
    );
    expect(await message("Was fehlt für CC99.9?")).toBe("Dieses Projekt hat keine Kontrolle CC99.9.");
  });

  test("explains why a control is not applicable", async () => {
    const change = { not_applicable: true, justification: "The company has no offices" };
    const path = `/api/v1/projects/${stage.projectId}/controls/CC6.4` as const;
    expect((await admin.send("PUT", path, change)).status).toBe(200);
    const expected = /^CC6\.4 .+ does not apply to this project: The company has no offices\.$/;
    for (const question of ["What is missing for CC6.4?", "What is the score of CC6.4?"])
      expect((await ask(question)).data).toMatchObject({
        found: true,
        message: expect.stringMatching(expected),
      });
    await admin.send("PUT", path, { not_applicable: false });
  });

  test("searches the documents if the question only resembles one about figures", async () => {
    const sentence = "A missing laptop is reported to the security team within an hour.";
    stage.retrieval.passages = [passage("Device policy", sentence)];
    const { data } = await ask("What must an employee do when a laptop is missing?");
    expect(data).toMatchObject({ mode: "extractive", found: true, citations: [{ quote: sentence }] });
  });
});
