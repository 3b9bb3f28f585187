import { beforeEach, describe, expect, test } from "@jest/globals";
import { startAssistant } from "./support/assistant-stage.ts";

const CHAT = "/api/v1/ai/chat";
/** A turn of the scripted model costs 110: two are allowed, the third is refused. */
const PER_DAY = 200;

const stage = await startAssistant({
  withModel: true,
  environment: { AI_TOKENS_PER_DAY: String(PER_DAY) },
});
const { product, model, customer, projectId } = stage;
const EVENTS = { accept: "text/event-stream" };
const body = { message: "How are you?", context: { project_id: projectId } };
const reply = { say: "It was not found in the evidence." };

const ask = (headers: Record<string, string> = {}) => customer.send("POST", CHAT, body, headers);
const execute = <T extends object>(sql: string): Promise<T[]> => product.orm.em.fork().execute<T[]>(sql);
const used = async (): Promise<number> => {
  const [row] = await execute<{ tokens: string }>("select tokens from model_usage");
  return Number(row?.tokens ?? 0);
};
const useUp = () =>
  execute(`insert into model_usage (user_id, day, tokens)
    values ('${customer.id}', (now() at time zone 'utc')::date, ${PER_DAY})`);

beforeEach(() => execute("delete from model_usage"));

describe("a user's daily tokens", () => {
  test("count questions, and refuse the next one when used up", async () => {
    model.script(reply, reply);
    expect([(await ask()).status, await used()]).toEqual([200, 110]);
    expect([(await ask()).status, await used()]).toEqual([200, 220]);
    const { status, headers, body: answer } = await ask();
    expect([status, answer.error.code]).toEqual([429, "RATE_LIMITED"]);
    const wait = Number(headers.get("retry-after"));
    expect([wait > 0, wait <= 24 * 3_600]).toEqual([true, true]);
    const midnight = new Date(Date.now() + wait * 1_000).toISOString().slice(0, 10);
    expect(answer.error.details).toMatchObject({ limit: PER_DAY, reset_time: `${midnight}T00:00:00.000Z` });
    expect(answer.error.message).toContain("AI_TOKENS_PER_DAY");
    expect(model.requests).toHaveLength(2);
  });

  test("are checked before events begin, before a job is stored, and for a policy", async () => {
    await useUp();
    expect((await ask(EVENTS)).status).toBe(429);
    const job = { kind: "summary", project_id: projectId };
    expect((await customer.send("POST", "/api/v1/ai/generate", job)).status).toBe(429);
    const policy = { type: "privacy", framework: "soc2", company_name: "Example Ltd" };
    expect((await customer.send("POST", "/api/v1/ai/generate/policy", policy)).status).toBe(429);
    expect(model.requests).toHaveLength(0);
  });

  test("belong to one user, and are renewed the next day", async () => {
    await useUp();
    const other = await product.signIn("admin");
    model.script(reply, reply);
    expect((await other.send("POST", CHAT, body)).status).toBe(200);
    await execute("update model_usage set day = day - 1");
    expect((await ask()).status).toBe(200);
  });

  test("are shared by simultaneous questions", async () => {
    await execute(`insert into model_usage (user_id, day, tokens)
      values ('${customer.id}', (now() at time zone 'utc')::date, ${PER_DAY - 1})`);
    model.script(...Array.from({ length: 10 }, () => reply));
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask()))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
    expect(model.requests).toHaveLength(1);
  });

  test("are not spent when the model fails", async () => {
    model.script({ status: 400 });
    expect([(await ask()).data.degraded, await used()]).toEqual([["model"], 0]);
  });
});

test("cannot be changed by the roles for callers", async () => {
  const [row] = await execute<{ may: boolean }>(
    "select has_table_privilege('compliance_app', 'model_usage', 'select, insert, update, delete') as may",
  );
  expect(row?.may).toBe(false);
});
