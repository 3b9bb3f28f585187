import { describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect } from "node:net";
import { newId } from "../platform/ids.ts";
import { createKey } from "./support/api-keys.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const readOnly = (await createKey(customer, { scopes: ["read"] })).api_key;

/** The first line received after sending only the head of a request. */
async function answerToHead(path: string, headers: string, type: string): Promise<string> {
  const socket = connect(product.config.PORT, "127.0.0.1").setEncoding("utf8");
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    headers,
    `Content-Type: ${type}`,
    "Content-Length: 31457280",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [string];
  socket.destroy();
  return answer.split("\r\n")[0]!;
}

const FORM = "multipart/form-data; boundary=x";
const JSON_TYPE = "application/json";
const ROUTES = [
  ["an upload", "/api/v1/evidence", FORM],
  ["a new version", `/api/v1/evidence/${newId()}/versions`, FORM],
  ["an import", "/api/findings/import", JSON_TYPE],
] as const;

describe.each(ROUTES)("%s", (_what, path, type) => {
  test("with a read-only key is refused before its body arrives", async () => {
    expect(await answerToHead(path, `X-API-Key: ${readOnly}`, type)).toBe("HTTP/1.1 403 Forbidden");
  });

  test("without a valid credential is refused before its body arrives", async () => {
    expect(await answerToHead(path, "Authorization: Bearer x", type)).toBe("HTTP/1.1 401 Unauthorized");
  });
});

test("with the wrong role is refused before the body arrives", async () => {
  const authorization = `Authorization: Bearer ${(await product.signIn("auditor")).token}`;
  expect(await answerToHead("/api/v1/evidence", authorization, FORM)).toBe("HTTP/1.1 403 Forbidden");
});

test("of a questionnaire that is too large is refused before the body arrives", async () => {
  const authorization = `Authorization: Bearer ${customer.token}`;
  expect(await answerToHead("/api/v1/questionnaires", authorization, FORM)).toMatch(/^HTTP\/1\.1 413 /);
});

test("accepts an absent body in the form that every browser sends", async () => {
  const made = await customer.send("POST", "/api/v1/api-keys", { name: "Turns", scopes: ["read"] });
  const { id } = made.body as unknown as { id: string };
  const rotated = await customer.fetch(`/api/v1/api-keys/${id}/rotate`, {
    method: "POST",
    headers: { "content-length": "0" },
  });
  expect(rotated.status).toBe(201);
  const missing = await customer.fetch("/api/v1/projects", { method: "POST" });
  const { error } = (await missing.json()) as { error: { details: object } };
  expect([missing.status, error.details]).toMatchObject([400, { field: "name", error: "is required" }]);
});

describe("an ambiguous body", () => {
  const post = async (path: string, type: string, body: Blob | string) => {
    const answer = await customer.fetch(path, { method: "POST", body, headers: { "content-type": type } });
    return { status: answer.status, text: await answer.text() };
  };

  test("with a repeated key is refused, naming the key", async () => {
    const { status, text } = await post(
      "/api/v1/projects",
      JSON_TYPE,
      '{"name":"a","framework":"soc2","name":"b"}',
    );
    expect([status, text]).toEqual([400, expect.stringContaining('the name \\"name\\" appears twice')]);
  });

  test.each([
    ["JSON", "/api/v1/projects", JSON_TYPE, Buffer.from('{"name":"\xff"}', "latin1")],
    ["a form", "/oauth/token", "application/x-www-form-urlencoded", Buffer.from("grant_type=\xff", "latin1")],
    ["an encoded form", "/oauth/token", "application/x-www-form-urlencoded", Buffer.from("grant_type=%ff")],
    [
      "a multipart form",
      "/api/v1/evidence",
      FORM,
      Buffer.from('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xff\r\n--x--\r\n', "latin1"),
    ],
  ])("with bytes that are not UTF-8 in %s is refused", async (_what, path, type, body) => {
    const { status, text } = await post(path, type, new Blob([body]));
    expect([status, text]).toEqual([400, expect.stringContaining("not valid UTF-8")]);
  });

  test("with another charset is refused", async () => {
    expect((await post("/api/v1/projects", `${JSON_TYPE}; charset=utf-16`, "{}")).status).toBe(415);
  });
});
