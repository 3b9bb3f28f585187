import { describe, expect, test } from "@jest/globals";
import { Project } from "../domain/projects/project.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { StoredAnswer } from "../domain/idempotency/stored-answer.entity.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";
import { wholePaths } from "../dev/fuzz/whole-paths.ts";
import { newProject } from "./support/new-project.ts";
import { formWith } from "../testkit/form-with.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const projectId = await newProject(customer);
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

const send = <P extends string>(path: P, key: string, body: object, by: SignedIn = customer) =>
  by.send("POST", `/api/v1/${path}`, body, { "idempotency-key": key });
const createProject = (key: string, name: string, by?: SignedIn) =>
  send("projects", key, { name, framework: "soc2" }, by);
const projectsNamed = (name: string) => product.orm.em.fork().count(Project, { name });

describe("a retry under the same Idempotency-Key", () => {
  test("gets the same response without repeating the work", async () => {
    const [key, name] = [newId(), `Once ${newId()}`];
    const first = await createProject(key, name);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const again = await createProject(key, name);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(first.body);
    expect(await projectsNamed(name)).toBe(1);
  });

  test("may quote the key or not", async () => {
    const [key, name] = [newId(), `Quoted ${newId()}`];
    const first = await createProject(`"${key}"`, name);
    expect((await createProject(key, name)).data.id).toBe(first.data.id);
  });

  test("is refused for a different request", async () => {
    const key = newId();
    await createProject(key, "One");
    for (const other of [await createProject(key, "Two"), await send("api-keys", key, { name: "One" })])
      expect([other.status, other.body.error.code, other.body.error.details["field"]]).toEqual([
        400,
        "VALIDATION_ERROR",
        "Idempotency-Key",
      ]);
  });

  test("is a new request from another user or credential", async () => {
    const [key, name] = [newId(), `Several ${newId()}`];
    const stranger = await product.signIn("customer");
    const sent = await keyHeaders(customer, { scopes: ["read", "write"] });
    const headers = { "idempotency-key": key, ...sent };
    const ids = [
      (await createProject(key, name)).data.id,
      (await createProject(key, name, stranger)).data.id,
      (await product.anonymous.send("POST", "/api/v1/projects", { name, framework: "soc2" }, headers)).data
        .id,
    ];
    expect(new Set(ids).size).toBe(3);
  });

  test("returns a secret again, which is stored encrypted only", async () => {
    const key = newId();
    const first = await send("api-keys", key, { name: "A key" });
    const secret = (first.body as unknown as { api_key: string }).api_key;
    expect((await send("api-keys", key, { name: "A key" })).body).toEqual(first.body);
    const rows = await product.orm.em.fork().find(StoredAnswer, {});
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("answers 409 while the first is still running", async () => {
    const { body } = await customer.send("POST", "/api/v1/api-keys", { name: "To rotate" });
    const path = `api-keys/${(body as unknown as { id: string }).id}/rotate`;
    const key = newId();
    const em = product.orm.em.fork();
    await em.begin();
    await em.execute("select 1 from api_keys where id = ? for update", [
      (body as unknown as { id: string }).id,
    ]);
    const first = send(path, key, {});
    const locks =
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await waitFor(
      () => product.orm.em.fork().execute<{ n: number }[]>(locks),
      ([row]) => row!.n > 0,
    );
    const second = await send(path, key, {});
    expect([second.status, second.body.error.code]).toEqual([409, "CONFLICT"]);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    await em.rollback();
    const answer = await first;
    expect(answer.status).toBe(201);
    expect((await send(path, key, {})).body).toEqual(answer.body);
  });

  test("of an upload compares the file as well as the fields", async () => {
    const key = newId();
    const form = (bytes: Buffer): FormData => {
      const fields = { project_id: projectId, control_id: "CC6.1", title: `Once ${key}` };
      return formWith(fields, { name: "a.pdf", bytes });
    };
    const upload = async (bytes: Buffer) => {
      const headers = { "idempotency-key": key };
      const response = await customer.fetch("/api/v1/evidence", {
        method: "POST",
        headers,
        body: form(bytes),
      });
      return { status: response.status, body: (await response.json()) as object };
    };
    const first = await upload(pdf);
    expect(first.status).toBe(201);
    expect(await upload(pdf)).toEqual(first);
    expect((await upload(Buffer.concat([pdf, Buffer.from("\n%other\n")]))).status).toBe(400);
    const { data } = await customer.get(`/api/v1/evidence?project_id=${projectId}&search=${key}`);
    expect(data.pagination.total).toBe(1);
  });

  test("of a refused request runs again", async () => {
    const [key, name] = [newId(), `Corrected ${newId()}`];
    expect((await send("projects", key, { name, framework: "none" })).status).toBe(400);
    expect((await createProject(key, name)).status).toBe(201);
  });

  test("after 24 hours is a new request, and expired ones are deleted", async () => {
    const [key, name] = [newId(), `Later ${newId()}`];
    await createProject(key, name);
    await product.orm.em.fork().nativeUpdate(StoredAnswer, {}, { expiresAt: new Date(Date.now() - 1) });
    expect((await createProject(key, name)).headers.get("idempotent-replayed")).toBeNull();
    expect(await projectsNamed(name)).toBe(2);
    const kept = await product.orm.em.fork().find(StoredAnswer, {});
    expect(kept.every(({ expiresAt }) => expiresAt > new Date())).toBe(true);
  });

  test("is refused if the caller's role no longer allows it", async () => {
    const [key, name] = [newId(), `Demoted ${newId()}`];
    const person = await product.signIn("customer");
    expect((await createProject(key, name, person)).status).toBe(201);
    await product.orm.em.fork().nativeUpdate(User, { id: person.id }, { role: "auditor" });
    expect((await createProject(key, name, person)).status).toBe(403);
  });
});

describe("an Idempotency-Key", () => {
  test.each([`"half`, "two words", "x".repeat(256), ""])("of %j is refused", async (key) => {
    const { status, body } = await createProject(key, "Never");
    expect([status, body.error.details["field"]]).toEqual([400, "Idempotency-Key"]);
  });

  test("is used for authenticated POSTs only", async () => {
    const headers = { "idempotency-key": newId() };
    const body = { email: customer.email, password: PASSWORD };
    const logIn = () => product.anonymous.send("POST", "/api/v1/auth/login", body, headers);
    expect((await logIn()).data.tokens.access_token).not.toBe((await logIn()).data.tokens.access_token);
  });

  test("is described for the routes that accept it", async () => {
    const { body } = await product.anonymous.get("/openapi.json");
    const paths = wholePaths<Record<string, { parameters: { name: string }[] }>>(body);
    const named = (path: string) => paths[path]!["post"]!.parameters.map(({ name }) => name);
    expect(named("/api/v1/evidence")).toContain("Idempotency-Key");
    expect(named("/api/v1/auth/login")).not.toContain("Idempotency-Key");
  });
});
