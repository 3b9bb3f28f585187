import { beforeEach, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { startS3Server } from "./support/s3-server.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";

const server = await stopAfterAll(startS3Server());
const product = await startProductForFile({ environment: server.environment });
/** Half of the connections of this process. */
const HELD = 4;

const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

beforeEach(() => {
  server.faultOf = () => null;
});

test("while uploads of several callers wait for the store, others can still read", async () => {
  const callers = await Promise.all([1, 2, 3].map(() => product.signIn("customer")));
  const projects = await Promise.all(callers.map((caller) => newProject(caller)));
  const quiet = await product.signIn("customer");
  let waiting = 0;
  server.faultOf = (method) => (method === "PUT" && ++waiting > 0 ? "silent" : null);
  const leaving = new AbortController();
  const uploads = callers.flatMap((caller, n) =>
    [1, 2, 3, 4].map((file) => {
      const form = new FormData();
      const fields = { project_id: projects[n]!, control_id: "CC6.1", title: `File ${file}` };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append("file", new Blob([new Uint8Array(pdf)]), "review.pdf");
      const sent = { method: "POST", body: form, signal: leaving.signal };
      return caller.fetch("/api/v1/evidence", sent).catch(() => null);
    }),
  );
  await waitFor(
    async () => waiting,
    (count) => count === HELD,
  );
  const read = await quiet.fetch("/api/v1/projects", { signal: AbortSignal.timeout(8_000) });
  expect(read.status).toBe(200);
  leaving.abort();
  await Promise.all(uploads);
}, 150_000);
