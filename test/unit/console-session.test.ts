import { afterAll, expect, test } from "@jest/globals";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { forgetUser } from "../../web/src/features/identity/forget-user.ts";
import { lacksTimezone } from "../../web/src/features/identity/lacks-timezone.ts";
import { signInMethodsQuery } from "../../web/src/features/identity/session.queries.ts";
import { createQueryClient } from "../../web/src/query-client.ts";
import { fetchWithStepUp, setStepUp } from "../../web/src/http/fetch-with-step-up.ts";

test.each([
  [{ unset_preferences: ["timezone"] }, true],
  [{ unset_preferences: ["theme"] }, false],
  [{ unset_preferences: [] }, false],
  [{}, false],
] as [Parameters<typeof lacksTimezone>[0], boolean][])(
  "with %j, an API of the same or of an earlier version names an unset time zone: %j",
  (profile, lacks) => expect(lacksTimezone(profile)).toBe(lacks),
);

test("what was loaded for a user is removed, but not what the sign-in page is loading", async () => {
  const queries = createQueryClient(() => undefined);
  queries.setQueryData(["projects", "list", {}], { projects: ["secret"] });
  const methods = Promise.withResolvers<{ providers: [] }>();
  const loading = queries.query({ ...signInMethodsQuery, queryFn: () => methods.promise });
  forgetUser(queries);
  methods.resolve({ providers: [] });
  expect(await loading).toEqual({ providers: [] });
  expect(queries.getQueryData(signInMethodsQuery.queryKey)).toEqual({ providers: [] });
  expect(queries.getQueryData(["projects", "list", {}])).toBeUndefined();
});

/** Refuses changes until someone has signed in again. */
let isRecent = false;
let refusals = 0;
const areAllRefused = Promise.withResolvers<void>();
const CHANGES = 3;
const server = await serveLocally((_request, response) => {
  const refusal = { error: { details: { reason: "sign_in_again" } } };
  response.writeHead(isRecent ? 200 : 403, { "content-type": "application/json" });
  response.end(JSON.stringify(isRecent ? {} : refusal));
  if (!isRecent) refusals += 1;
  if (refusals === CHANGES) areAllRefused.resolve();
});
afterAll(async () => {
  setStepUp(null);
  await server.stop();
});

test("one sign-in is enough for changes that need it at the same time", async () => {
  let latest: unknown;
  // A dialog shows one question, so that earlier ones get no answer.
  setStepUp(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    latest = promise;
    void areAllRefused.promise.then(() => {
      isRecent = true;
      if (latest === promise) resolve(true);
    });
    return promise;
  });
  const change = () => fetchWithStepUp(new Request(server.url, { method: "POST" }));
  const answers = await Promise.all(Array.from({ length: CHANGES }, change));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("what is read with the session that a sign-in replaces is read again, unless no one signs in", async () => {
  let isReplaced = true;
  let refused = Promise.withResolvers<void>();
  const sessions = await serveLocally((request, response) => {
    const refusal = { error: { details: { reason: "sign_in_again" } } };
    const status = request.method === "GET" ? 401 : 403;
    response.writeHead(isReplaced ? status : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isReplaced ? refusal : {}));
    if (isReplaced && status === 401) refused.resolve();
  });
  const statusOf = async (method: string) =>
    (await fetchWithStepUp(new Request(sessions.url, { method }))).status;
  const readWhile = async (isSignedIn: boolean) => {
    const [opened, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
    setStepUp(() => {
      opened.resolve();
      return answer.promise;
    });
    const change = statusOf("POST");
    await opened.promise;
    refused = Promise.withResolvers<void>();
    const reading = statusOf("GET");
    await refused.promise;
    isReplaced = !isSignedIn;
    answer.resolve(isSignedIn);
    return [await change, await reading];
  };
  expect(await readWhile(false)).toEqual([403, 401]);
  expect(await readWhile(true)).toEqual([200, 200]);
  await sessions.stop();
});
