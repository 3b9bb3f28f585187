import { afterEach, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fetchMedia, type MediaClients } from "../../integrations/whatsapp/fetch-media.ts";
import { LOOPBACK_RANGES } from "../../platform/http/ip-ranges.ts";
import { createOutbound } from "../../platform/http/outbound.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { startWhatsappServer } from "../support/whatsapp-server.ts";

/* Downloads of files from Meta, whose addresses a thief may have chosen. */

const folder = await makeTestFolder();
const meta = await stopAfterAll(startWhatsappServer());
const thief = await stopAfterAll(startReceiver());
const client = await stopAfterAll(
  createOutbound({
    mayReach: LOOPBACK_RANGES,
    plainHttpTo: LOOPBACK_RANGES,
    timeoutMs: 500,
    maxBytes: 1_000_000,
  }),
);
afterEach(() => expect(thief.received).toEqual([]));

const fetched = (apiUrl: string, mediaId: string, clients: Partial<MediaClients> = {}, maxBytes = 100) =>
  fetchMedia(
    { outbound: client, files: client, ...clients },
    { api_url: apiUrl, access_token: "an-access-token" } as never,
    { mediaId, path: join(folder, mediaId), maxBytes, signal: new AbortController().signal },
  );

test("a file is downloaded with our token from Meta only", async () => {
  const file = { mimeType: "application/pdf", bytes: Buffer.from("%PDF") };
  const lookalike = thief.url.replace("127.0.0.1", "fbsbx.com.127.0.0.1.nip.io");
  meta.media.set("good", file);
  meta.media.set("stolen", { ...file, url: thief.url });
  meta.media.set("alike", { ...file, url: lookalike });
  expect(await fetched(meta.url, "good")).toBeNull();
  expect(await readFile(join(folder, "good"), "utf8")).toBe("%PDF");
  expect(await fetched(meta.url, "stolen")).toBe("elsewhere");
  expect(await fetched(meta.url, "alike")).toBe("elsewhere");
  expect(await fetched(meta.url, "good", {}, 3)).toBe("too large");
  expect(await fetched(meta.url, "nothing")).toBe("gone");
});

test("a file whose server lies about its size, redirects, or stops in the middle is not stored, and no one else is asked", async () => {
  const cdn = await stopAfterAll(
    serveLocally((request, response) => {
      if (request.url === "/moved") return void response.writeHead(302, { location: thief.url }).end();
      if (request.url === "/repeated") return void response.writeHead(307, { location: thief.url }).end();
      response.writeHead(200, { "content-type": "application/pdf" });
      if (request.url === "/slow") return void response.write("%PDF");
      if (request.url === "/cut") return void response.write("%PDF", () => response.destroy());
      const block = Buffer.alloc(65_536);
      const more = (): void => void response.write(block, (error) => error ?? setImmediate(more));
      more();
    }),
  );
  const from = (path: string) => {
    const answer = { url: `${cdn.url}/${path}`, file_size: 4, mime_type: "application/pdf" };
    return fetched(`${cdn.url}/v23.0`, path, { outbound: { fetch: async () => Response.json(answer) } });
  };
  expect(await from("moved")).toBe("gone");
  expect(await from("repeated")).toBe("gone");
  expect(await from("endless")).toBe("too large");
  await expect(from("slow")).rejects.toThrow("took too long");
  await expect(from("cut")).rejects.toThrow("cannot be reached");
});
