import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { startProduct } from "./support/product.ts";

/** What a process opens when it serves only this, in addition to the database and Temporal. */
const OPENED: Record<string, string[]> = {
  gateway: ["blobs", "elasticsearch", "space", "spool"],
  identity: ["identity providers"],
  backend: ["blobs", "control graph", "integrations", "live events", "slack", "webhooks"],
  documents: ["blobs", "space", "spool"],
  assistant: ["blobs", "control graph", "file tasks", "language model", "retrieval", "space", "spool"],
};

/** A request to each service; the others do not exist in its process. */
const PATHS: Record<string, string> = {
  gateway: "/openapi.json",
  identity: "/api/v1/auth/permissions",
  backend: "/api/v1/projects",
  documents: "/api/v1/evidence",
  assistant: "/api/v1/policies",
};

async function startOnly(SERVICES: string) {
  const lines: { msg: string; opened?: string[] }[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  const product = await startProduct({
    logger: pino({ level: "info" }, { write }),
    environment: { SERVICES },
  });
  return { product, opened: lines.find(({ msg }) => msg === "api is listening")?.opened };
}

describe("a process limited to one service", () => {
  test.each(Object.keys(OPENED))("opens only what %s needs, and serves nothing else", async (service) => {
    const { product, opened } = await startOnly(service);
    try {
      expect(opened).toEqual(OPENED[service]);
      for (const [name, path] of Object.entries(PATHS)) {
        const { status } = await product.anonymous.get(path);
        expect([name, status]).toEqual([name, name !== service ? 404 : name === "gateway" ? 200 : 401]);
      }
      expect((await product.anonymous.get("/api/health")).status).toBe(200);
    } finally {
      await product.stop();
    }
  });

  test("opens parts that several services share once", async () => {
    const { product, opened } = await startOnly("gateway,identity,backend,documents,assistant");
    try {
      expect(opened).toEqual([...new Set(Object.values(OPENED).flat())].toSorted());
    } finally {
      await product.stop();
    }
  });
});

test("a table is written even where nothing is uploaded", async () => {
  const { product } = await startOnly("identity");
  try {
    const person = await product.signIn("admin");
    const table = await person.fetch("/api/v1/api-keys", { headers: { accept: "text/csv" } });
    expect([table.status, table.headers.get("content-type")]).toEqual([200, expect.stringContaining("csv")]);
  } finally {
    await product.stop();
  }
});
