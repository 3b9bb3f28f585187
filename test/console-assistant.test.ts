import { expect, test } from "@jest/globals";
import { Conversation } from "../domain/assistant/conversation.entity.ts";
import { untilRendered } from "./support/console.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();

const path = () => `/projects/${journey.stage.projectId}/assistant`;
const CHAT = "**/api/v1/ai/chat";
const WORDS = "What is missing for CC6.1?";

test("a question that fails, or whose page is left before its answer, returns to its field", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, path());
  const question = page.getByRole("textbox", { name: "Your question" });
  const chat = { isCut: true };
  // One handler throughout: a request right after another one was set could pass it by.
  await page.route(CHAT, (route) => (chat.isCut ? route.abort() : undefined));
  await question.fill(WORDS);
  await question.press("Enter");
  await page.getByRole("main").getByRole("alert").waitFor();
  expect(await question.inputValue()).toBe(WORDS);
  // No answer comes.
  chat.isCut = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  expect(await question.inputValue()).toBe("");
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Assistant" }).click();
  await question.waitFor();
  expect(await question.inputValue()).toBe(WORDS);
});

test("a conversation is deleted after a confirmation, and the focus moves to what begins another", async () => {
  const { page, stage, comeIn } = journey;
  const body = { message: WORDS, context: { project_id: stage.projectId } };
  const { data } = await stage.customer.send("POST", "/api/v1/ai/chat", body);
  await comeIn(stage.customer.email, `${path()}?conversation=${data.conversation_id}`);
  const remove = page.getByRole("button", { name: /^Delete “/ });
  await remove.click();
  const group = page.getByRole("group", { name: /^Delete “/ });
  await group.getByText("Its questions and answers are deleted.").waitFor();
  await group.getByRole("button", { name: "Cancel" }).click();
  expect(await isShown(remove.and(page.locator(":focus")))).toBe(true);
  await page.keyboard.press("Enter");
  await group.getByRole("button", { name: "Delete" }).click();
  await page.getByText("The conversation was deleted").waitFor();
  expect(
    await isShown(page.getByRole("link", { name: "New", exact: true }).and(page.locator(":focus"))),
  ).toBe(true);
  await page.getByText("Your questions are kept here.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.goBack();
  expect(new URL(page.url()).searchParams.has("conversation")).toBe(false);
});

test("conversations that the list does not show are shown on request", async () => {
  const { page, product, stage, comeIn } = journey;
  const { manager, projectId: project } = stage;
  const em = product.orm.em.fork();
  for (let n = 1; n <= 52; n += 1) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, n));
    em.create(Conversation, {
      owner: manager.id,
      project,
      title: `Question ${n}`,
      createdAt: at,
      updatedAt: at,
    });
  }
  await em.flush();
  await comeIn(manager.email, path());
  const list = page.getByRole("region", { name: "Conversations" });
  const rows = list.getByRole("link", { name: /^Question / });
  await list.getByRole("button", { name: "2 older conversations" }).focus();
  await page.keyboard.press("Enter");
  await list.getByRole("link", { name: /^Question 1\b/ }).waitFor();
  expect(await rows.count()).toBe(52);
  expect(await list.getByRole("button", { name: /older/ }).count()).toBe(0);
  await list.getByRole("list", { name: "Conversations" }).and(page.locator(":focus")).waitFor();
});

test("older conversations stay in reach after a visit elsewhere, and none is offered once it was deleted elsewhere", async () => {
  const { page, product, stage, comeIn } = journey;
  const { auditor, projectId: project } = stage;
  const em = product.orm.em.fork();
  for (let n = 1; n <= 102; n += 1) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, n));
    const about = { owner: auditor.id, project, title: `Matter ${n}` };
    em.create(Conversation, { ...about, createdAt: at, updatedAt: at });
  }
  await em.flush();
  await comeIn(auditor.email, path());
  const list = page.getByRole("region", { name: "Conversations" });
  const show = (count: string) => list.getByRole("button", { name: `${count} older conversation` });
  await show("52").click();
  await show("2").waitFor();
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
  await page.goBack();
  await em.nativeDelete(Conversation, { title: "Matter 1", owner: auditor.id });
  await show("2").click();
  await list.getByRole("link", { name: /^Matter 2\b/ }).waitFor();
  await show("1").click();
  await list.getByRole("button", { name: /older/ }).waitFor({ state: "detached" });
});

test("the field for questions keeps the focus and what is typed while the first answer comes, and after a stop", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, path());
  const question = page.getByRole("textbox", { name: "Your question" });
  const focused = question.and(page.locator(":focus"));
  const answer = Promise.withResolvers<void>();
  let isLast = false;
  // One handler throughout: a request right after another one was set could pass it by.
  await page.route(CHAT, async (route) => {
    await answer.promise;
    if (!isLast) await route.continue();
  });
  await page.getByRole("button", { name: "What is still missing?" }).click();
  await focused.waitFor();
  await page.keyboard.type("And then");
  answer.resolve();
  await page.waitForURL(/conversation=/);
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  await page.keyboard.type(" what?");
  expect(await question.inputValue()).toBe("And then what?");
  isLast = true;
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.press("Enter");
  await focused.waitFor();
  expect(await question.inputValue()).toBe("And then what?");
});

test("another conversation begins with its own field and answers", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, path());
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("What is still missing?");
  await question.press("Enter");
  await page.waitForURL(/conversation=/);
  const first = page.getByRole("main").getByRole("paragraph").filter({ hasText: "What is still missing?" });
  await first.waitFor();
  await page.getByRole("link", { name: "New", exact: true }).click();
  await first.waitFor({ state: "detached" });
  await question.fill("How is the score computed?");
  await question.press("Enter");
  await page.waitForURL(/conversation=/);
  await page.getByRole("link", { name: /^What is still missing/ }).click();
  await first.waitFor();
  expect(await page.getByRole("paragraph").filter({ hasText: "How is the score computed?" }).count()).toBe(0);
});

/** Answers of the assistant come piece by piece, as the test sends them with \`say\`. */
const SLOW_ANSWER = `
  const { fetch } = window;
  const body = () => new ReadableStream({ start: (stream) => void (window.stream = stream) });
  window.fetch = (request, init) => request.url?.endsWith("/ai/chat") ? Promise.resolve(new Response(body())) : fetch(request, init);
  window.say = (text) => window.stream.enqueue(
    new TextEncoder().encode("event: token\\ndata: " + JSON.stringify({ text }) + "\\n\\n"));`;

/** Settles once older observers know what is in view: they are notified before younger ones. */
const OBSERVED = `new Promise((resolve) => new IntersectionObserver((_, observer) => resolve(observer.disconnect())).observe(document.body))`;

test("an answer that comes is followed to its end, but not while the user reads further up", async () => {
  const { page, stage, comeIn } = journey;
  await page.addInitScript(SLOW_ANSWER);
  await page.setViewportSize({ width: 1280, height: 600 });
  await comeIn(stage.manager.email, path());
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill(WORDS);
  await question.press("Enter");
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.waitFor();
  const say = async (line: string) => {
    await page.evaluate((text) => (globalThis as unknown as { say(text: string): void }).say(text), line);
    await page.getByRole("paragraph").filter({ hasText: line.trim() }).waitFor();
    await untilRendered(page);
  };
  const scrollTop = () => page.evaluate<number>("document.scrollingElement.scrollTop");
  for (let n = 1; n <= 12; n += 1) await say(`${`Line ${n}`.repeat(40)}\n\n`);
  const followed = await scrollTop();
  expect(followed).toBeGreaterThan(200);
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, -200);
  await waitFor(scrollTop, (top) => top < followed - 100);
  await page.evaluate(OBSERVED);
  const read = await scrollTop();
  for (let n = 13; n <= 16; n += 1) await say(`${`Line ${n}`.repeat(40)}\n\n`);
  expect(await scrollTop()).toBe(read);
  // Not to the end of the page: the list of conversations may be longer.
  const latest = page.getByRole("paragraph").filter({ hasText: "Line 16" });
  await latest.evaluate((paragraph) =>
    (paragraph as unknown as { scrollIntoView(how: object): void }).scrollIntoView({
      block: "center",
    }),
  );
  await page.evaluate(OBSERVED);
  const end = await scrollTop();
  for (let n = 17; n <= 24; n += 1) await say(`${`Line ${n}`.repeat(40)}\n\n`);
  expect(await scrollTop()).toBeGreaterThan(end);
});
