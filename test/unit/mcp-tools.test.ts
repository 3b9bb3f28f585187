import { expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { readFileSync } from "node:fs";
import { createMcpServer } from "../../api/mcp/create-mcp-server.ts";
import { createTools, type ToolDeps } from "../../api/mcp/create-tools.ts";
import type { ToolHints } from "../../api/mcp/tool.ts";

// Building the list runs no tool.
const tools = createTools({} as ToolDeps);

const kindOf = ({ readOnly, destructive }: ToolHints): string => {
  if (readOnly) return "reads";
  return destructive === true ? "changes" : "adds";
};

test("the documentation lists every tool with its own description", () => {
  const rows = tools.map(
    ({ name, hints, description }) => `| \`${name}\` | ${kindOf(hints)} | ${description} |`,
  );
  const docs = readFileSync("docs/mcp.md", "utf8").split("\n");
  const answered = docs.filter((line) => line.startsWith("| `")).map((line) => line.replaceAll(/ +/g, " "));
  expect(answered).toEqual(rows);
});

test("tools have unique names, and those that only read are marked as safe to repeat", () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  expect(tools.length).toBeGreaterThanOrEqual(10);
  expect(tools.length).toBeLessThanOrEqual(15);
  for (const { hints } of tools.filter(({ hints: { readOnly } }) => readOnly))
    expect(hints).toEqual({ readOnly: true, idempotent: true });
});

test("the server announces no notifications, because it answers each message on its own", async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await createMcpServer({ version: "1" } as never, {} as never, tools).connect(ours);
  await client.connect(theirs);
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  await client.close();
});
