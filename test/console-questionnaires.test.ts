import { expect, test } from "@jest/globals";
import { isShown, setUpJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";
import { workbookOf } from "./support/workbook-of.ts";

const journey = setUpJourneys();

/** A questionnaire of one question, uploaded by the manager, once it is answered. */
async function uploadAnswered(name: string, ...questions: string[]) {
  const { manager, projectId } = journey.stage;
  const form = new FormData();
  form.append("project_id", projectId);
  form.append("file", new Blob([new Uint8Array(workbookOf(questions))]), name);
  const uploaded = await manager.fetch("/api/v1/questionnaires", { method: "POST", body: form });
  const { id } = ((await uploaded.json()) as { data: { id: string } }).data;
  const path = `/api/v1/questionnaires/${id}` as const;
  const finished = await waitFor(
    () => manager.get(path),
    ({ data }) => data.status === "answered",
  );
  return { id, path, finished };
}

test("shows answers that were drafted after the last poll of the items", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { manager } = stage;
  const { id, path, finished } = await uploadAnswered(
    "Late.xlsx",
    "How many accounts held rights beyond their role?",
  );
  const items = await manager.get(`${path}/items`);
  let isSeen = false;
  let polls = 0;
  await page.route(`**${path}`, async (route) => {
    if (isSeen) polls += 1;
    if (polls > 0) return route.continue();
    return route.fulfill({ json: { ...finished.body, data: { ...finished.data, status: "answering" } } });
  });
  await page.route(`**${path}/items?*`, async (route) => {
    if (polls > 0) return route.continue();
    const [item] = items.data.items;
    const draft = { ...item, answer: null, citations: [], state: "open" };
    return route.fulfill({ json: { ...items.body, data: { ...items.data, items: [draft] } } });
  });
  await signIn(manager.email, `/questionnaires/${id}`);
  await page.getByText("has not been searched for this question yet").waitFor();
  isSeen = true;
  await page.getByText("Answered", { exact: true }).waitFor();
  await page.getByRole("list", { name: "Sources" }).waitFor();
});

test("a questionnaire is uploaded and reviewed with the keyboard", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.manager.email, `/projects/${stage.projectId}/questionnaires`);
  await page
    .getByLabel("Upload a questionnaire")
    .first()
    .setInputFiles({
      name: "Customer questions.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: workbookOf([
        "How many accounts held rights beyond their role?",
        "Which recipe for pancakes do you use?",
      ]),
    });
  await page.getByText("Answered", { exact: true }).waitFor();
  await page.getByRole("list", { name: "Sources" }).waitFor();
  await page.getByText(/^(High|Medium) confidence/).waitFor();
  await page.keyboard.press("e");
  const answer = page.getByRole("textbox", { name: "Answer" });
  await answer.waitFor();
  const suggested = await answer.inputValue();
  await page.keyboard.type(" More.");
  expect(await answer.inputValue()).toBe(`${suggested} More.`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^Edit/ }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("a");
  await page.getByRole("listitem").filter({ hasText: "How many accounts" }).getByText("Accepted").waitFor();
  await page.getByText("Nothing in the evidence answers this.").waitFor();
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "Answer" }).fill("We serve no food.");
  await page.getByRole("button", { name: "Save the answer" }).click();
  await page.getByRole("listitem").filter({ hasText: "pancakes" }).getByText("Edited").waitFor();
  await page.getByText("2 of 2 decided").waitFor();
  expect(await isShown(page.getByRole("link", { name: "Download with the answers" }))).toBe(true);
});

test("keys lead through all pages of questions; the current one is marked and in sight", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const questions = Array.from({ length: 51 }, (_, n) => `Which pancake has the number ${n + 1}?`);
  await signIn(stage.manager.email, `/projects/${stage.projectId}/questionnaires`);
  await page
    .getByLabel("Upload a questionnaire")
    .first()
    .setInputFiles({
      name: "Pancakes.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: workbookOf(questions),
    });
  await page.getByText("questions in A, answers in B").waitFor();
  const link = (n: number) => page.getByRole("link", { name: `number ${n}?` });
  const colorOf = (n: number): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelectorAll("ol a")[${n - 1}]).backgroundColor`);
  await link(1).waitFor();
  for (let n = 2; n <= 50; n += 1) {
    await page.keyboard.press("j");
    await page
      .getByRole("paragraph")
      .filter({ hasText: `number ${n}?` })
      .waitFor();
  }
  const plain = await colorOf(1);
  await waitFor(
    () => colorOf(50),
    (color) => color !== plain,
  );
  const list = (await page.locator("ol", { has: link(50) }).boundingBox())!;
  const last = (await link(50).boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(list.y + list.height + 1);
  await page.keyboard.press("j");
  await page.getByRole("paragraph").filter({ hasText: "number 51?" }).waitFor();
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");
});

test("an answer that survived a reload does not replace what someone else answered in the meantime", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { manager, customer } = stage;
  const { id, path } = await uploadAnswered("Two people.xlsx", "Which recipe for waffles do you use?");
  const { data } = await manager.get(`${path}/items`);
  const item = `${path}/items/${data.items[0]!.id}` as const;
  await signIn(manager.email, `/questionnaires/${id}`);
  await page.getByRole("button", { name: "Write an answer" }).click();
  const answer = page.getByRole("textbox", { name: "Answer" });
  await answer.fill("We bake none.");
  await customer.send("PUT", item, { decision: "edit", answer: "With rye flour." });
  await page.getByRole("listitem").getByText("Edited").waitFor();
  expect(await page.getByText("Your unsaved input is back.").count()).toBe(0);
  await page.reload();
  await page.getByText("Your unsaved input is back.").waitFor();
  expect(await answer.inputValue()).toBe("We bake none.");
  await page.getByRole("button", { name: "Save the answer" }).click();
  const both = page.getByRole("alert").getByRole("region", { name: "Answer" });
  await both.getByText("With rye flour.").waitFor();
  expect((await manager.get(item)).data.answer).toBe("With rye flour.");
  await page.getByRole("button", { name: "Use your change" }).click();
  await page.getByText("1 of 1 decided").waitFor();
  await page.getByRole("paragraph").filter({ hasText: "We bake none." }).waitFor();
  expect((await manager.get(item)).data).toMatchObject({ answer: "We bake none.", state: "edited" });
});

test("a questionnaire with unknown headings is uploaded with its columns, and answered as before", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const question = "How many accounts held rights beyond their role?";
  const upload = (name: string, headings: string[]) =>
    page
      .getByLabel("Upload a questionnaire")
      .first()
      .setInputFiles({
        name,
        mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        buffer: workbookOf([question], headings),
      });
  await signIn(stage.manager.email, `/projects/${stage.projectId}/questionnaires`);
  await page
    .getByLabel("Upload a questionnaire")
    .first()
    .setInputFiles({
      name: "Nothing.csv",
      mimeType: "text/csv",
      buffer: Buffer.alloc(0),
    });
  await page.getByText(/^The file is empty: check that it was saved/).waitFor();
  await upload("Known.xlsx", ["Question", "Answer"]);
  await page.getByRole("heading", { name: "Known.xlsx" }).waitFor();
  await page.getByText("Answered", { exact: true }).waitFor();
  await page.getByRole("list", { name: "Sources" }).waitFor();
  await page.keyboard.press("a");
  await page.getByText("1 of 1 decided").waitFor();
  await page.goto(`/projects/${stage.projectId}/questionnaires`);
  await upload("Bank.xlsx", ["Kysymys", "Vastaus"]);
  await page.getByText("No sheet of Bank.xlsx has headings for both.").waitFor();
  await page.getByRole("textbox", { name: "Sheet" }).fill("Other");
  await page.getByRole("textbox", { name: "Column of the questions" }).fill("A");
  await page.getByRole("textbox", { name: "Column of the answers" }).fill("B");
  await page.getByRole("button", { name: "Upload it like this" }).click();
  await page.getByRole("dialog").getByText('the file has no sheet "Other"').waitFor();
  await page.getByRole("textbox", { name: "Sheet" }).fill("");
  await page.getByRole("textbox", { name: "Column of the questions" }).fill("K");
  await page.getByRole("button", { name: "Upload it like this" }).click();
  await page.getByRole("dialog").getByText("has no question in any sheet").waitFor();
  await page.getByRole("textbox", { name: "Column of the questions" }).fill("A");
  await page.getByRole("button", { name: "Upload it like this" }).click();
  await page.getByRole("heading", { name: "Bank.xlsx" }).waitFor();
  await page.getByText("Answered", { exact: true }).waitFor();
  await page.getByRole("link", { name: question }).click();
  await page.getByText("Answered like this in").waitFor();
  const earlier = page.getByRole("region", { name: "Answered before" });
  await earlier.getByRole("button", { name: "Use this answer" }).click();
  expect(await isShown(page.getByText("1 of 2 decided"))).toBe(true);
});

test("while an answer is accepted, only the button that was pressed is busy", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { id, path } = await uploadAnswered("Busy.xlsx", "How many accounts held rights beyond their role?");
  const sent = Promise.withResolvers<void>();
  await page.route(`**${path}/items/*`, async (route) => {
    await sent.promise;
    await route.continue();
  });
  await signIn(stage.manager.email, `/questionnaires/${id}`);
  const [accept, reject] = [/^Accept/, /^Reject/].map((name) => page.getByRole("button", { name }));
  await accept!.click();
  await accept!.and(page.locator("[data-loading]")).waitFor();
  expect(await reject!.and(page.locator(":disabled:not([data-loading])")).count()).toBe(1);
  sent.resolve();
  await accept!.waitFor({ state: "detached" });
});

test("a link to a question shows it, whichever page of the list it is on", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const questions = Array.from({ length: 51 }, (_, n) => `Which teapot has the number ${n + 1}?`);
  const { id, path } = await uploadAnswered("Teapots.xlsx", ...questions);
  const { data } = await stage.manager.get(`${path}/items?limit=50&page=2`);
  await signIn(stage.manager.email, `/questionnaires/${id}?item=${data.items[0]!.id}`);
  const shown = (n: number) => page.getByRole("paragraph").filter({ hasText: `number ${n}?` });
  await shown(51).waitFor();
  await page.keyboard.press("j");
  await shown(1).waitFor();
});

test("a key that is held decides about one answer only", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { id, path } = await uploadAnswered(
    "Held.xlsx",
    "How many accounts held rights beyond their role?",
    "When were the rights of all accounts compared with the role matrix?",
  );
  await signIn(stage.manager.email, `/questionnaires/${id}`);
  await page.getByRole("button", { name: /^Accept/ }).waitFor();
  await page.keyboard.down("a");
  await page.getByRole("paragraph").filter({ hasText: "When were the rights" }).waitFor();
  await page.getByText("1 of 2 decided").waitFor();
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await journey.visit.quiet();
  const { data } = await stage.manager.get(`${path}/items`);
  expect(data.items.map(({ state }: { state: string }) => state)).toEqual(["accepted", "suggested"]);
});

test("a key accepts no answer that someone else has changed since it was shown", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { manager, customer } = stage;
  const { id, path } = await uploadAnswered(
    "Changed.xlsx",
    "How many accounts held rights beyond their role?",
  );
  const { data } = await manager.get(`${path}/items`);
  const item = `${path}/items/${data.items[0]!.id}` as const;
  // The page does not learn of the change.
  await page.route("**/api/v1/events/stream*", (route) => route.abort());
  await signIn(manager.email, `/questionnaires/${id}`);
  await page.getByRole("button", { name: /^Accept/ }).waitFor();
  await customer.send("PUT", item, { decision: "edit", answer: "Ninety." });
  await page.keyboard.press("a");
  await page.getByText("Someone else has changed this").waitFor();
  await page.getByRole("paragraph").filter({ hasText: "Ninety." }).waitFor();
  expect(await page.getByRole("button", { name: /^Accept/ }).count()).toBe(0);
  expect((await manager.get(item)).data).toMatchObject({ answer: "Ninety.", state: "edited" });
});
