import { expect, test } from "@jest/globals";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilWaiting } from "./support/until-waiting.ts";
import { newProject } from "./support/new-project.ts";

/** The connections that one caller may hold, of the eight of this process. */
const SHARE = 4;

const product = await startProductForFile({ environment: { MCP_ENABLED: "true" } });
const greedy = await product.signIn("customer");
const quiet = await product.signIn("customer");

const projectId = await newProject(greedy);

const finding = (n: number) =>
  greedy.send("POST", "/api/findings", { project_id: projectId, title: `Finding ${n}`, severity: "Low" });

const findingByAgent = (n: number) => {
  const params = {
    name: "raise_finding",
    arguments: { project_id: projectId, title: `Finding ${n} of an agent`, severity: "Low" },
  };
  const headers = { accept: "application/json, text/event-stream" };
  return greedy.send("POST", "/mcp", { jsonrpc: "2.0", id: n, method: "tools/call", params }, headers);
};

test.each([
  ["changes", finding, 201],
  ["agents' changes", findingByAgent, 200],
])("a caller whose %s wait for each other leaves connections for others", async (_, raise, expected) => {
  const { changes, read } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from projects where id = ? for update", [projectId]);
    // More than there are connections, each waiting for the lock.
    const waiting = Array.from({ length: product.config.DATABASE_POOL * 2 }, (_, n) => raise(n));
    await untilWaiting(product, SHARE);
    const inTime = { signal: AbortSignal.timeout(8_000) };
    return { changes: waiting, read: await quiet.fetch("/api/v1/projects", inTime) };
  });
  expect(read.status).toBe(200);
  const statuses = await Promise.all(changes.map(async (change) => (await change).status));
  expect(statuses).toEqual(changes.map(() => expected));
});
