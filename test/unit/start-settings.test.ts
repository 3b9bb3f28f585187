import { describe, expect, it } from "@jest/globals";
import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { checkPorts } from "../../dev/stack/ports.ts";
import { productParts } from "../../dev/stack/product.ts";
import { readStartSettings } from "../../dev/stack/start-settings.ts";
import { loadConfig } from "../../platform/config.ts";
import { reachableOrigin } from "../../platform/http/reachable-origin.ts";

const [api, search] = [0, 1].map(
  (at) => (config: Parameters<typeof productParts>[0]) => productParts(config)[at]!,
);

describe("the address of a server on this machine", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1:3000"],
    ["10.1.2.3", "http://10.1.2.3:3000"],
    ["compliance.internal", "http://compliance.internal:3000"],
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::", "http://[::1]:3000"],
    ["fd00::7", "http://[fd00::7]:3000"],
  ])("that listens on %s: %s", (host, origin) => {
    expect(reachableOrigin(host, 3000)).toBe(origin);
  });

  it("is HOST by default", () => {
    const { publicUrl, backendUrl, retrievalUrl } = loadConfig({ NODE_ENV: "test", HOST: "10.1.2.3" });
    expect([publicUrl, backendUrl, retrievalUrl]).toEqual([
      "http://10.1.2.3:3000",
      "http://10.1.2.3:3000",
      "http://10.1.2.3:8001",
    ]);
  });

  it("is the origin of a URL, to which paths can be appended", () => {
    const { publicUrl, issuer, backendUrl } = loadConfig({
      NODE_ENV: "test",
      PUBLIC_URL: "https://App.example.com:443/",
      BACKEND_URL: "http://10.1.2.3:3000/",
    });
    expect([publicUrl, issuer, backendUrl]).toEqual([
      "https://app.example.com",
      "https://app.example.com",
      "http://10.1.2.3:3000",
    ]);
  });

  it.each(["https://example.com/app", "https://example.com?a", "ftp://example.com", "https://u@example.com"])(
    "is not %s",
    (url) => {
      expect(() => loadConfig({ NODE_ENV: "test", PUBLIC_URL: url })).toThrow("PUBLIC_URL: ");
    },
  );
});

describe("npm start", () => {
  it("calls API and search service at their addresses", async () => {
    const questions: string[] = [];
    const server = createServer((socket) => {
      socket.once("data", (bytes) => {
        questions.push(String(bytes).split("\r\n")[0]!);
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      });
    }).listen(0, "127.0.0.2");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const env = { NODE_ENV: "test", HOST: "127.0.0.2", PORT: String(port), RETRIEVAL_PORT: String(port) };
    const config = loadConfig(env);
    for (const part of [api!(config), search!(config)]) expect(await part.isReady({} as never)).toBe(true);
    expect(questions).toEqual(["GET /api/ready HTTP/1.1", "GET /health HTTP/1.1"]);
    await expect(checkPorts({ PORT: port }, "127.0.0.2")).rejects.toThrow(
      `In use by another program: port ${port} (PORT)`,
    );
    server.close();
  });

  it("reports if HOST is not an address of this machine", async () => {
    await expect(checkPorts({ PORT: 3000 }, "192.0.2.1")).rejects.toThrow(
      'HOST is "192.0.2.1", which is not an address',
    );
  });

  it.each<[what: string, environment: NodeJS.ProcessEnv, expected: boolean]>([
    ["this machine alone", {}, true],
    ["other machines", { HOST: "0.0.0.0" }, false],
    ["production", { NODE_ENV: "production" }, false],
    ["webhooks to chosen networks", { WEBHOOK_ALLOWED_CIDRS: "10.0.0.0/8" }, false],
  ])(
    "connects the demo organisation to systems on the machine for %s: %p",
    (_what, environment, expected) => {
      const { hasSystems, ownPorts } = readStartSettings(environment);
      expect(hasSystems).toBe(expected);
      expect("DEMO_PORT" in ownPorts).toBe(expected);
    },
  );
});
