import { describe, expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { createGatewayRoutes } from "../api/gateway/gateway.routes.ts";
import { openLink } from "../dev/stack/link.ts";
import { loadConfig } from "../platform/config.ts";
import { systemClock } from "../platform/clock.ts";
import { dependenciesOf } from "./support/dependencies-of.ts";
import { startProduct } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const packageJson = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const product = await startProductForFile();

describe("health", () => {
  test("liveness has the version of package.json and the uptime", async () => {
    expect((await product.anonymous.get("/api/health")).data).toEqual({
      status: "ok",
      version: packageJson.version,
      uptime_seconds: expect.any(Number),
    });
  });

  test("readiness lists every dependency", async () => {
    const searching = await startProduct({ parts: ["retrieval"] });
    const ready = () => dependenciesOf(searching.anonymous);
    const { all } = await waitFor(ready, ({ status }) => status === 200).finally(() => searching.stop());
    expect(Object.keys(all).toSorted()).toEqual([
      "blobs",
      "disk",
      "elasticsearch",
      "postgres",
      "retrieval",
      "signing_keys",
      "temporal",
      "worker",
    ]);
    // No worker polls here: uploads are stored and processed later.
    for (const [name, { status }] of Object.entries(all))
      expect([name, status]).toEqual([name, name === "worker" ? "down" : "up"]);
  });

  test("many callers of the readiness share one probe of each dependency", async () => {
    let probes = 0;
    const check = async () => void probes++;
    const [, ready] = createGatewayRoutes({
      version: "1",
      clock: systemClock,
      startedAt: new Date(),
      checks: [{ name: "one", check }],
    });
    const answer = () => ready!.act({} as never, {} as never, undefined);
    const answers = await Promise.all(Array.from({ length: 100 }, answer));
    expect([probes, answers[99]]).toEqual([1, expect.objectContaining({ status: "ready" })]);
    await waitFor(
      async () => (await answer(), probes),
      (count) => count > 1,
    );
  });

  test("readiness is 503 while a dependency is unavailable", async () => {
    const lonely = await startProduct({ environment: { ELASTICSEARCH_URL: "http://127.0.0.1:9" } });
    try {
      const { status, body } = await lonely.anonymous.get("/api/ready");
      expect(status).toBe(503);
      expect(body).toMatchObject({
        success: false,
        error: {
          code: "SERVICE_UNAVAILABLE",
          details: {
            status: "not_ready",
            dependencies: {
              elasticsearch: { status: "down" },
              postgres: { status: "up" },
              retrieval: { status: "down" },
            },
          },
        },
        timestamp: expect.any(String),
        request_id: expect.any(String),
      });
    } finally {
      await lonely.stop();
    }
  });

  test("readiness is 503 while Temporal answers, but its database does not", async () => {
    const link = await openLink(loadConfig().TEMPORAL_ADDRESS);
    const failing = await startProduct({ environment: { TEMPORAL_ADDRESS: link.address } });
    const temporal = async () => {
      const { status, all } = await dependenciesOf(failing.anonymous);
      return `${all["temporal"]?.status}, ${status === 503 ? "not ready" : status}`;
    };
    try {
      await waitFor(temporal, (state) => state.startsWith("up"));
      link.set("failing");
      await waitFor(temporal, (state) => state === "down, not ready", 10_000);
      link.set("open");
      await waitFor(temporal, (state) => state.startsWith("up"), 20_000);
    } finally {
      await failing.stop();
      await link.close();
    }
  });
});
