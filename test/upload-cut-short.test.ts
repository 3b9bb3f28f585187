import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { sendRaw } from "./support/raw-http.ts";
import { waitFor } from "./support/wait-for.ts";

// The API runs in this process: an unhandled error would crash it and fails the test here.
const { product, customer, upload } = await startEvidenceProject();

/** Every file in the blob store, spooled ones included. */
const files = async (): Promise<number> => {
  const folder = join(product.config.DATA_DIR, "blobs");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
};

/** A body that ends inside its only part. */
const cutBody = (part: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${part}"; filename="a.pdf"\r\n\r\n%PDF-1.7 cut`;

const cutRequest = (part: string, length = cutBody(part).length): string =>
  [
    "POST /api/v1/evidence HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${customer.token}`,
    "Content-Type: multipart/form-data; boundary=b",
    `Content-Length: ${length}`,
    "Connection: close",
    "",
    cutBody(part),
  ].join("\r\n");

async function hangUpWithin(part: string, afterMs: number): Promise<void> {
  const socket = connect(product.config.PORT, "127.0.0.1");
  await once(socket, "connect");
  await new Promise((sent) => socket.write(cutRequest(part, 1_000_000), sent));
  await new Promise((over) => setTimeout(over, afterMs));
  socket.destroy();
}

const PARTS = ["file", "attachment"];

test.each(PARTS)(
  "a body that ends inside the part %s is refused, and the next upload is accepted",
  async (part) => {
    const before = await files();
    for (let round = 0; round < 5; round++) {
      const answer = await sendRaw(product.config.PORT, cutRequest(part));
      expect(answer?.status).toBe(400);
      expect(JSON.parse(answer!.text)).toMatchObject({
        error: { code: "VALIDATION_ERROR", message: "The upload ended before it was complete" },
      });
    }
    expect(await files()).toBe(before);
    expect((await upload()).status).toBe(201);
  },
);

test.each(PARTS)(
  "a caller who disconnects inside the part %s leaves nothing, and the next upload is accepted",
  async (part) => {
    const before = await files();
    for (const afterMs of [0, 0, 0, 1, 2, 5, 10, 40]) await hangUpWithin(part, afterMs);
    expect((await upload()).status).toBe(201);
    await waitFor(files, (count) => count === before + 1);
  },
);
