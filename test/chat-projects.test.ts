import { describe, expect, test } from "@jest/globals";
import type { ChatAnswer } from "../integrations/chat/chat-answer.ts";
import { createProductClient } from "../integrations/chat/product-client.ts";
import { en as texts } from "../domain/texts/en.ts";
import { readCommand, runCommand } from "../integrations/chat/run-command.ts";
import { newId } from "../platform/ids.ts";
import { catalogueOf } from "./support/catalogue.ts";
import { startProductForFile } from "./support/product-for-file.ts";

/* How a chat user selects a project if they see more projects than one message can list. */

const COUNT = 23;
const product = await startProductForFile();
const customer = await product.signIn("customer");
/** The project remembered last. */
let remembered: string | null;

const create = async (name: string): Promise<string> =>
  (await customer.send("POST", "/api/v1/projects", { name, framework: "soc2" })).data.id;

const oldest = await create("Project 01");
for (let n = 2; n <= COUNT; n++) await create(`Project ${String(n).padStart(2, "0")}`);

/** The command's reply to someone who is talking about `projectId`. */
function run(text: string, projectId: string | null = null, person = customer): Promise<ChatAnswer> {
  remembered = null;
  const deps = {
    client: createProductClient(product.config.backendUrl, person.token),
    caller: { token: person.token, accountId: "a", userId: person.id, projectId, texts },
    publicUrl: "http://localhost",
    rememberProject: async (_account: string, id: string) => void (remembered = id),
  };
  return runCommand(deps, readCommand(text, texts)!);
}

test("a project of an imported framework is listed with the framework's name", async () => {
  const [admin, other] = [await product.signIn("admin"), await product.signIn("customer")];
  const { data } = await admin.send("POST", "/api/v1/compliance/frameworks/import", catalogueOf());
  for (const [name, framework] of [
    ["Of the house", data.id],
    ["Of the auditor", "soc2"],
  ])
    await other.send("POST", "/api/v1/projects", { name, framework });
  for (const text of ["projects", "use Of the", "status"]) {
    const { items } = await run(text, null, other);
    expect(items.map((item) => item.text.replace(/,.*/, "")).toSorted()).toEqual(["House rules", "SOC 2"]);
  }
  const { data: projects } = await other.get("/api/v1/projects?search=house");
  expect((await run("status", projects.projects[0]!.id, other)).text).toMatch(/^House rules, /);
});

describe("a user who sees many projects", () => {
  test("learns that there are more, and how to name one", async () => {
    for (const text of ["projects", "use", "status"]) {
      const { items, hint } = await run(text);
      expect(items).toHaveLength(20);
      expect(hint).toBe("And 3 more. Send: use <name or id of the project>");
    }
  });

  test.each(["use Project 01", "use project 01 "])(
    "can enter %p for a project that was not listed",
    async (text) => {
      expect((await run(text)).title).toBe("Selected: Project 01");
      expect(remembered).toBe(oldest);
    },
  );

  test("can name it by id", async () => {
    for (const id of [oldest, oldest.toUpperCase()]) {
      expect((await run(`use ${id}`)).title).toBe("Selected: Project 01");
      expect(remembered).toBe(oldest);
    }
  });

  test("keeps the selected project, however long ago it changed", async () => {
    expect((await run("status", oldest)).title).toBe("Project 01");
  });

  test("is asked to choose among several with the same prefix", async () => {
    const { title, items, hint } = await run("use project");
    expect([title, items.length, hint]).toEqual([
      "Which one?",
      20,
      "And 3 more. Send: use <name or id of the project>",
    ]);
    expect(items[0]).toEqual({ title: "Project 01", text: `SOC 2, ${oldest}` });
    expect(remembered).toBeNull();
  });

  test("is not shown unknown or invisible projects", async () => {
    const stranger = await product.signIn("customer");
    const foreign = (await stranger.send("POST", "/api/v1/projects", { name: "Secret", framework: "soc2" }))
      .data;
    for (const words of ["nowhere", "Secret", foreign.id, newId(), "%", "x".repeat(300)])
      expect((await run(`use ${words}`)).title).toContain("You have no project called");
    expect((await run("status", foreign.id)).title).toBe("Which project?");
  });
});

test("a user with a single visible project need not name it, even after the selected one is gone", async () => {
  const alone = await product.signIn("customer");
  await alone.send("POST", "/api/v1/projects", { name: "Only", framework: "soc2" });
  for (const chosen of [null, newId()]) expect((await run("status", chosen, alone)).title).toBe("Only");
  expect((await run("projects", null, alone)).hint).toBe("Send: use <name or id of the project>");
});
