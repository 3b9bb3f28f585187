import { afterEach, expect, test } from "@jest/globals";
import { takeFirstAnswer } from "../../web/src/http/take-first-answer.ts";

const URL_OF_PROFILE = "http://console.test/api/v1/auth/profile";
const begun = (answer: Promise<Response>) =>
  Object.assign(globalThis, { firstAnswers: { "/api/v1/auth/profile": answer } });
const take = (init?: RequestInit, url = URL_OF_PROFILE) => takeFirstAnswer(new Request(url, init));

afterEach(() => void Reflect.deleteProperty(globalThis, "firstAnswers"));

test("an answer that the page has begun is taken once", async () => {
  begun(Promise.resolve(new Response("Morgan")));
  expect(await (await take())!.text()).toBe("Morgan");
  expect(await take()).toBeNull();
});

test("another address and a change get none", async () => {
  begun(Promise.resolve(new Response("Morgan")));
  expect(await take({}, `${URL_OF_PROFILE}?all=true`)).toBeNull();
  expect(await take({ method: "DELETE" })).toBeNull();
});

test.each([
  ["refused", () => Promise.resolve(new Response("", { status: 401 }))],
  ["lost", () => Promise.reject(new TypeError("network"))],
])("an answer that was %s is asked for again", async (_, answer) => {
  begun(answer());
  expect(await take()).toBeNull();
});

test("a page that has begun nothing asks itself", async () => {
  expect(await take()).toBeNull();
});
