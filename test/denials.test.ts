import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { keyHeaders } from "./support/api-keys.ts";
import type { Answer } from "./support/api-client.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const logged: Record<string, unknown>[] = [];

const logger = pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line) as never) });
const product = await startProductForFile({ logger });
const customer = await product.signIn("customer");
const foreign = await product.signIn("customer");
const auditor = await product.signIn("auditor");
const projectId = await newProject(customer, { name: "A project" });

const PROJECT = { name: "P", framework: "soc2" };

describe("a denial is logged", () => {
  /** The log line of the request with this response. */
  const lineOf = ({ body }: Answer): Record<string, unknown> | undefined =>
    logged.find((line) => line["msg"] === "denied" && line["requestId"] === body.request_id);

  test("with the row and the rule, neither of which the caller learns without seeing the row", async () => {
    const answer = await foreign.get(`/api/v1/projects/${projectId}`);
    expect(lineOf(answer)).toMatchObject({
      answer: "NOT_FOUND",
      route: "GET /api/v1/projects/:id",
      actor: foreign.id,
      role: "customer",
      action: "project.read",
      resource: projectId,
      because: "condition",
      rule: { kind: "any" },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/kind|condition|rule/);
  });

  test("with the unmet condition", async () => {
    const { body: key } = await customer.send("POST", "/api/v1/api-keys", { name: "A key" });
    const { id } = key as unknown as { id: string };
    const admin = await product.signIn("admin");
    expect(lineOf(await admin.send("POST", `/api/v1/api-keys/${id}/rotate`, {}))).toMatchObject({
      answer: "FORBIDDEN",
      action: "api_key.rotate",
      resource: id,
      because: "condition",
      rule: { kind: "equals", path: "owner.id", value: { actor: "id" } },
    });
  });

  test("with the required roles, scope or credential", async () => {
    expect(lineOf(await auditor.send("POST", "/api/v1/projects", PROJECT))).toMatchObject({
      because: "role",
      rule: ["customer", "manager", "admin"],
    });
    const reader = await keyHeaders(customer, { scopes: ["read"] });
    expect(lineOf(await product.anonymous.send("POST", "/api/v1/projects", PROJECT, reader))).toMatchObject({
      because: "scope",
      rule: "write",
      actor: customer.id,
      apiKey: expect.any(String),
    });
    const writer = await keyHeaders(customer, { scopes: ["read", "write"] });
    expect(
      lineOf(await product.anonymous.send("POST", "/api/v1/api-keys", { name: "K" }, writer)),
    ).toMatchObject({
      because: "credential",
      rule: "requires the user's own sign-in",
    });
    const blind = await keyHeaders(customer, { scopes: ["write"] });
    expect(lineOf(await product.anonymous.get("/api/v1/auth/profile", blind))).toMatchObject({
      action: null,
      because: "scope",
      rule: "read",
    });
  });

  test.each([
    ["an identity provider", "/api/v1/identity-providers/ID", "identityProvider.manage"],
    ["the external accounts of a user", "/api/v1/users/ID/upstream-accounts", "user.manage"],
  ])("of a reader of %s", async (_what, path, action) => {
    const answer = await customer.get(path.replace("ID", foreign.id));
    expect(lineOf(answer)).toMatchObject({ answer: "NOT_FOUND", action, because: "role" });
  });

  test("also if a command refuses, or the credential itself is refused", async () => {
    const wider = await auditor.send("POST", "/api/v1/api-keys", { name: "K", scopes: ["admin"] });
    expect(lineOf(wider)).toMatchObject({ action: "api_key.create", because: "scope", rule: ["admin"] });
    const elsewhere = await keyHeaders(customer, {
      scopes: ["read"],
      restrictions: { ip_allow: ["203.0.113.0/24"] },
    });
    expect(lineOf(await product.anonymous.get("/api/v1/projects", elsewhere))).toMatchObject({
      answer: "FORBIDDEN",
      because: "refusal",
    });
  });

  test("unlike an allowed call", async () => {
    expect(lineOf(await customer.get(`/api/v1/projects/${projectId}`))).toBeUndefined();
  });
});
