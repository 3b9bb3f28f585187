import { beforeEach, describe, expect, test } from "@jest/globals";
import { replyWhenIngested } from "../../activities/whatsapp/reply-when-ingested.ts";
import type { WhatsappDeps } from "../../activities/whatsapp/whatsapp-deps.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";

let status: number;
const server = await stopAfterAll(
  serveLocally((_request, response) =>
    response.writeHead(status).end(JSON.stringify({ success: false, error: { message: "No" } })),
  ),
);
beforeEach(() => {
  status = 200;
  outcome = "uploaded";
});

let outcome: string;
const em = {
  findOne: () => Promise.resolve({ evidenceId: "e", outcome }),
  transactional: (work: (inner: object) => unknown) => work(em),
  nativeUpdate: async (_entity: unknown, _where: unknown, change: { outcome: string }) => {
    outcome = change.outcome;
  },
};
const deps = {
  orm: { em: { fork: () => em } },
  access: () => Promise.resolve({ token: "token" }),
  backendUrl: server.url,
} as unknown as WhatsappDeps;

describe("a sender whose file is being read", () => {
  test.each([401, 403, 404])(
    "gets no result once the API answers %d, and is no longer waiting",
    async (refused) => {
      status = refused;
      expect([await replyWhenIngested(deps, "m"), outcome]).toEqual(["nobody", "unreported"]);
    },
  );

  test.each([429, 503])("gets it later if the API answers %d for a while", async (passing) => {
    status = passing;
    await expect(replyWhenIngested(deps, "m")).rejects.toThrow("No");
  });

  // Its workflow was terminated after it stored the result, and the sweep started it again.
  test.each(["completed", "failed", "quarantined"])("gets the result %s once", async (known) => {
    outcome = known;
    status = 503;
    expect(await replyWhenIngested(deps, "m")).toBe("told");
  });
});
