import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { newId } from "../platform/ids.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { serveLocally } from "../testkit/serve-locally.ts";
import { createKey } from "./support/api-keys.ts";
import { startProduct, type SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile();
const admin = await product.signIn("admin");

const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

interface Sending {
  path: string;
  type: string;
  body: Buffer;
}

const part = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function formOf(fields: Record<string, string>): Sending {
  const texts = Object.entries(fields).map(([name, value]) => part(name, value));
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(texts.join("") + head), pdf, Buffer.from("\r\n--b--\r\n")]);
  return { path: "/api/v1/evidence", type: "multipart/form-data; boundary=b", body };
}

/** Sends half of the body, runs an action, then sends the rest; returns the status. */
async function sendInHalves(
  { path, type, body }: Sending,
  credential: string,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const socket = connect(product.config.PORT, "127.0.0.1");
  await once(socket, "connect");
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    credential,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
    "Connection: close",
    "\r\n",
  ];
  const half = body.length >> 1;
  socket.write(Buffer.concat([Buffer.from(head.join("\r\n")), body.subarray(0, half)]));
  // Node continues the request before the server authenticates its sender.
  await once(socket, "data");
  socket.pause();
  await meanwhile();
  socket.write(body.subarray(half));
  return Number((await text(socket)).split(" ")[1]);
}

const spooled = (): Promise<string[]> =>
  readdir(join(product.config.DATA_DIR, "blobs", "staging")).catch(() => []);
const bearer = ({ token }: SignedIn): string => `Authorization: Bearer ${token}`;
const deactivate = (person: SignedIn) => admin.send("DELETE", `/api/v1/users/${person.id}`);

const evidenceIn = (projectId: string) => product.orm.em.fork().count(Evidence, { project: projectId });

interface Uploader {
  person: SignedIn;
  projectId: string;
  form: Sending;
}

async function arrange(): Promise<Uploader> {
  const person = await product.signIn("customer");
  const projectId = await newProject(person);
  const form = formOf({ project_id: projectId, control_id: "CC6.1", title: "A file" });
  return { person, projectId, form };
}

async function expectNothing({ projectId }: Uploader): Promise<void> {
  expect([await evidenceIn(projectId), await spooled()]).toEqual([0, []]);
}

test("an upload in two parts is accepted if nothing changes in between", async () => {
  const { person, form, projectId } = await arrange();
  expect(await sendInHalves(form, bearer(person), async () => undefined)).toBe(201);
  expect(await evidenceIn(projectId)).toBe(1);
});

test("deactivation during an upload answers 401, and nothing is stored", async () => {
  const uploader = await arrange();
  const { person, form } = uploader;
  expect(await sendInHalves(form, bearer(person), () => deactivate(person))).toBe(401);
  await expectNothing(uploader);
});

test("the end of the session during an upload answers 401", async () => {
  const uploader = await arrange();
  const { person, form } = uploader;
  const end = () => person.send("POST", "/api/v1/auth/logout");
  expect(await sendInHalves(form, bearer(person), end)).toBe(401);
  await expectNothing(uploader);
});

test("revoking the API key during an upload answers 401", async () => {
  const uploader = await arrange();
  const { person, form } = uploader;
  const { api_key: key } = await createKey(person, { scopes: ["read", "write"] });
  const revoke = () =>
    product.orm.em.fork().execute("update api_keys set revoked_at = now() where owner_id = ?", [person.id]);
  expect(await sendInHalves(form, `X-API-Key: ${key}`, revoke)).toBe(401);
  await expectNothing(uploader);
});

test("a change of the role during an upload applies the new rights", async () => {
  const uploader = await arrange();
  const { person, form } = uploader;
  const demote = async () => {
    // The server stores a file only once it knows that its sender may upload it.
    await waitFor(spooled, (files) => files.length > 0);
    await product.orm.em.fork().nativeUpdate(User, { id: person.id }, { role: "auditor" });
  };
  // An auditor who is not assigned to the project cannot even see it.
  expect(await sendInHalves(form, bearer(person), demote)).toBe(404);
  await expectNothing(uploader);
});

test("deactivation while a JSON body arrives answers 401", async () => {
  const person = await product.signIn("customer");
  const name = `Slow ${newId()}`;
  const body = Buffer.from(JSON.stringify({ name, framework: "soc2" }));
  const sending = { path: "/api/v1/projects", type: "application/json", body };
  expect(await sendInHalves(sending, bearer(person), () => deactivate(person))).toBe(401);
  expect(await product.orm.em.fork().count(Project, { name })).toBe(0);
});

/** An S3 store that is slow with files. */
async function startSlowStore(): Promise<{
  stop: () => Promise<void>;
  url: string;
  putting: Promise<void>;
  go: () => void;
  deleted: string[];
}> {
  const putting = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const deleted: string[] = [];
  const { url, stop } = await serveLocally((request, response) => {
    request.resume();
    const { method, url = "" } = request;
    if (method === "POST" && url.includes("?delete")) deleted.push(url);
    if (method !== "PUT") return void response.end("<ListBucketResult></ListBucketResult>");
    const answered = url.includes("/probes/") ? Promise.resolve() : going.promise;
    if (answered === going.promise) putting.resolve();
    void answered.then(() => response.setHeader("ETag", '"e"').end());
  });
  return { url, stop, putting: putting.promise, go: going.resolve, deleted };
}

test("the end of the session while the blob store saves the file answers 401", async () => {
  const store = await startSlowStore();
  const environment = {
    BLOB_STORE: "s3",
    S3_BUCKET: "b",
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: "a",
    S3_SECRET_ACCESS_KEY: "b",
  };
  const remote = await startProduct({ environment });
  try {
    const person = await remote.signIn("customer");
    const projectId = await newProject(person);
    const upload = person.upload(
      { name: "a.pdf", bytes: pdf },
      { project_id: projectId, control_id: "CC6.1" },
    );
    await store.putting;
    expect((await person.send("POST", "/api/v1/auth/logout")).status).toBe(200);
    store.go();
    expect((await upload).status).toBe(401);
    expect(await remote.orm.em.fork().count(Evidence, { project: projectId })).toBe(0);
  } finally {
    await remote.stop();
    await store.stop();
  }
});
