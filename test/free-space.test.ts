import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect } from "node:net";
import { dependenciesOf } from "./support/dependencies-of.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

// More than any disk has.
const product = await startProductForFile({
  environment: { MIN_FREE_BYTES: String(2 ** 52), MCP_ENABLED: "true" },
});
const customer = await product.signIn("customer");
const projectId = await newProject(customer);

test("readiness reports the free space, and that it is too low", async () => {
  const { all: dependencies } = await dependenciesOf(product.anonymous);
  expect(dependencies["disk"]).toMatchObject({ status: "down", free_bytes: expect.any(Number) });
  expect(dependencies["disk"]!.free_bytes).toBeGreaterThan(0);
  expect(dependencies["blobs"]).not.toHaveProperty("free_bytes");
});

test.each(["/api/v1/evidence", "/api/v1/questionnaires"])(
  "an upload to %s is refused before its body arrives",
  async (path) => {
    const socket = connect(product.config.PORT, "127.0.0.1").setEncoding("utf8");
    const head = [
      `POST ${path} HTTP/1.1`,
      "Host: x",
      `Authorization: Bearer ${customer.token}`,
      "Content-Type: multipart/form-data; boundary=x",
      "Content-Length: 1048576",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [string];
    socket.destroy();
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 507 Insufficient Storage");
    expect(answer).toContain('"code":"SERVICE_UNAVAILABLE"');
    expect(answer).toContain("Storage is nearly full");
  },
);

test("an agent's upload is refused as well", async () => {
  const call = {
    project_id: projectId,
    control_id: "CC6.1",
    title: "A",
    file_name: "a.pdf",
    content_base64: "JVBERg==",
  };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "upload_evidence", arguments: call },
  };
  const accept = { accept: "application/json, text/event-stream" };
  const answer = await customer.send("POST", "/mcp", message, accept);
  expect(JSON.stringify(answer.body)).toContain("Storage is nearly full");
});

test("everything else continues", async () => {
  expect((await customer.get(`/api/v1/projects/${projectId}`)).status).toBe(200);
});
