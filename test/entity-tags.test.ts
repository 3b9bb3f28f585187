import { describe, expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import type { QualityReason } from "../domain/evidence/quality.rules.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import type { SignedIn } from "./support/product.ts";

const { product, customer, auditor, foreign, projectId, uploaded } = await startEvidenceProject();

const newPath = async () => `/api/v1/evidence/${await uploaded()}` as const;
const tagOf = async (path: string): Promise<string> => (await customer.get(path)).headers.get("etag")!;
const titled = async (path: Awaited<ReturnType<typeof newPath>>) => (await customer.get(path)).data.title;
const retitle = <P extends string>(path: P, title: string, ifMatch: string, by: SignedIn = customer) =>
  by.send("PUT", path, { title }, { "if-match": ifMatch });

describe("an ETag", () => {
  test("is stable while the resource does not change, and avoids sending it again", async () => {
    const path = await newPath();
    const tag = await tagOf(path);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const known = await customer.fetch(path, { headers: { "if-none-match": `"other", W/${tag}` } });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", tag]);
    expect(known.headers.get("x-ratelimit-limit")).not.toBeNull();
    await customer.send("PUT", path, { title: "New" });
    const changed = await customer.fetch(path, { headers: { "if-none-match": tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(tag);
  });

  test("changes with the response", async () => {
    const path = `/api/v1/projects/${projectId}` as const;
    const before = await tagOf(path);
    await uploaded();
    expect(await tagOf(path)).not.toBe(before);
  });

  test("exists for single resources, not for lists", async () => {
    expect(await tagOf("/api/v1/users/me")).not.toBeNull();
    expect(await tagOf("/api/v1/evidence")).toBeNull();
  });
});

describe("a change with If-Match", () => {
  test("succeeds with the current ETag, and the response has the next one", async () => {
    const path = await newPath();
    const answer = await retitle(path, "Seen", `"other", ${await tagOf(path)}`);
    expect([answer.status, answer.data.title]).toEqual([200, "Seen"]);
    expect(answer.headers.get("etag")).toBe(await tagOf(path));
    expect((await retitle(path, "Whatever", "*")).status).toBe(200);
  });

  test.each(["current", "*"])(
    "or with If-None-Match is refused if that is %s (RFC 9110, 13.1.2)",
    async (named) => {
      const path = await newPath();
      const title = await titled(path);
      const given = named === "*" ? named : await tagOf(path);
      const change = (header: string) =>
        customer.send("PUT", path, { title: "New" }, { "if-none-match": header });
      const { status, body } = await change(given);
      expect([status, body.error.details["field"]]).toEqual([412, "If-None-Match"]);
      expect(await titled(path)).toBe(title);
      expect((await change('"other"')).status).toBe(200);
    },
  );

  test("succeeds if the database orders parts of the response differently", async () => {
    const path = await newPath();
    const reason = { check: "readable", points: 25, of: 25, message: "Text was found." };
    await product.orm.em
      .fork()
      .nativeUpdate(Evidence, { id: path.split("/").at(-1)! }, { qualityReasons: [reason as QualityReason] });
    const answer = await retitle(path, "Judged", await tagOf(path));
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, await tagOf(path)]);
  });

  test.each(["PUT", "DELETE"])("fails with %s if the resource has changed", async (method) => {
    const path = await newPath();
    const tag = await tagOf(path);
    await customer.send("PUT", path, { title: "First" });
    const body = method === "PUT" ? { title: "Second" } : undefined;
    const answer = await customer.send(method, path, body, { "if-match": tag });
    expect([answer.status, answer.body.error.code]).toEqual([412, "CONFLICT"]);
    expect(await titled(path)).toBe("First");
  });

  test("fails with a weak tag", async () => {
    const path = await newPath();
    expect((await retitle(path, "Weak", `W/${await tagOf(path)}`)).status).toBe(412);
  });

  test("succeeds for one of several simultaneous callers", async () => {
    const path = await newPath();
    const tag = await tagOf(path);
    const titles = ["A", "B", "C", "D", "E"];
    const answers = await Promise.all(titles.map((title) => retitle(path, title, tag)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412, 412]);
    expect(await titled(path)).toBe(titles[answers.findIndex(({ status }) => status === 200)]);
  });

  test("is refused if the command manages its own transaction", async () => {
    const body = { password: "not my password", code: "000000" };
    const answer = await customer.send("DELETE", "/api/v1/auth/totp", body, { "if-match": "*" });
    expect([answer.status, answer.body.error.code]).toEqual([412, "CONFLICT"]);
  });

  test("reveals no more to unauthorised callers than without it", async () => {
    const path = await newPath();
    expect((await retitle(path, "x", `"stale"`, auditor)).status).toBe(403);
    expect((await retitle(path, "x", `"stale"`, foreign)).status).toBe(404);
  });
});
