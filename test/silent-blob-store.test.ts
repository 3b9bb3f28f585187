import { beforeEach, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newProject } from "./support/new-project.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { startS3Server } from "./support/s3-server.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";
import { formWith } from "../testkit/form-with.ts";

const server = await stopAfterAll(startS3Server());
const product = await startProductForFile({ environment: { ...server.environment, MCP_ENABLED: "true" } });
/** Half of the connections of this process. */
const HELD = 4;

const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

beforeEach(() => {
  server.faultOf = () => null;
});

type Upload = (caller: SignedIn, fields: Record<string, string>) => Promise<Response>;

const byForm: Upload = (caller, fields) => {
  const form = formWith(fields, { name: "review.pdf", bytes: pdf });
  return caller.fetch("/api/v1/evidence", { method: "POST", body: form });
};

const byAgent: Upload = (caller, fields) => {
  const file = { file_name: "review.pdf", content_base64: pdf.toString("base64") };
  const params = { name: "upload_evidence", arguments: { ...fields, ...file } };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return caller.fetch("/mcp", { method: "POST", headers, body });
};

test.each([
  ["callers", byForm],
  ["callers' agents", byAgent],
])("while uploads of several %s wait for the store, others can still read", async (_who, upload) => {
  const callers = await Promise.all([1, 2, 3].map(() => product.signIn("customer")));
  const projects = await Promise.all(callers.map((caller) => newProject(caller)));
  const quiet = await product.signIn("customer");
  const answered = Promise.withResolvers<null>();
  let waiting = 0;
  server.faultOf = (method) => (method === "PUT" && ++waiting > 0 ? answered.promise : null);
  const uploads = callers.flatMap((caller, n) =>
    [1, 2, 3, 4].map((file) =>
      upload(caller, { project_id: projects[n]!, control_id: "CC6.1", title: `File ${file}` }),
    ),
  );
  await waitFor(
    async () => waiting,
    (count) => count === HELD,
  );
  const read = await quiet.fetch("/api/v1/projects", { signal: AbortSignal.timeout(8_000) });
  expect(read.status).toBe(200);
  answered.resolve(null);
  for (const sent of uploads) expect((await sent).ok).toBe(true);
  expect(waiting).toBe(uploads.length);
});
