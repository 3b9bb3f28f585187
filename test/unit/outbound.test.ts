import { afterAll, describe, expect, test } from "@jest/globals";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { LOOPBACK_RANGES } from "../../platform/http/ip-ranges.ts";
import { OutboundError } from "../../platform/http/outbound-error.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "../../platform/http/outbound.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const OPTIONS: OutboundOptions = { mayReach: [], plainHttpTo: [], timeoutMs: 30_000, maxBytes: 10_000 };

const paths: string[] = [];
const doors: Outbound[] = [];

const door = (change: Partial<OutboundOptions> = {}): Outbound => {
  const made = createOutbound({ ...OPTIONS, ...change });
  doors.push(made);
  return made;
};
const local = (change: Partial<OutboundOptions> = {}) => door({ plainHttpTo: LOOPBACK_RANGES, ...change });

const { url: base, stop } = await serveLocally((request, response) => {
  paths.push(request.url!);
  if (request.url === "/redirect") return response.writeHead(302, { location: "/target" }).end();
  if (request.url === "/silent") return;
  if (request.url === "/stalling") return void response.writeHead(200).write("begun");
  if (request.url === "/large") return response.end("x".repeat(10_001));
  if (request.url === "/packed")
    return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1_000_000)));
  return response.writeHead(201, { "x-method": request.method }).end("hello");
});
afterAll(async () => {
  await Promise.all(doors.map((made) => made.close()));
  await stop();
});

describe("a streamed body", () => {
  test("begins before it ends, and fails at its deadline", async () => {
    const response = await local({ timeoutMs: 500 }).stream(`${base}/stalling`);
    const reader = response.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value as Uint8Array)).toBe("begun");
    await expect(reader.read()).rejects.toThrow(/took too long to answer/);
  });

  test("fails if it grows too long", async () => {
    const response = await local().stream(`${base}/large`);
    await expect(response.text()).rejects.toThrow(/answered more than 10000 bytes/);
  });

  test("is not requested if the address is refused", async () => {
    await expect(door().stream(`${base}/`)).rejects.toThrow(OutboundError);
  });
});

describe("a POST at high rates", () => {
  const message = { headers: { "x-of": "us" }, body: "a=b" };

  test("returns the raw response", async () => {
    const { status, headers, bytes } = await local().post(`${base}/`, message);
    expect([status, headers["x-method"], bytes.toString()]).toEqual([201, "POST", "hello"]);
    const packed = await local().post(`${base}/packed`, message);
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.bytes.length).toBeLessThan(10_000);
  });

  test("reads no more than the limit, and follows no redirect", async () => {
    expect((await local().post(`${base}/large`, message)).bytes).toHaveLength(10_000);
    const before = paths.length;
    expect((await local().post(`${base}/redirect`, message)).status).toBe(302);
    expect(paths.slice(before)).toEqual(["/redirect"]);
  });

  test.each(["/silent", "/stalling"])("ends %s at its deadline", async (path) => {
    await expect(local({ timeoutMs: 200 }).post(`${base}${path}`, message)).rejects.toThrow(
      /took too long to answer/,
    );
  });

  test.each([
    ["by its address", () => base],
    ["by what its name resolves to", () => base.replace("127.0.0.1", "localhost")],
  ])("is refused for forbidden addresses, %s", async (_how, origin) => {
    const before = paths.length;
    const refused = await door({ plainHttpTo: ["10.0.0.0/8"] })
      .post(origin(), message)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ isRefusal: true });
    expect(paths).toHaveLength(before);
  });

  test("fails if nothing listens", async () => {
    await expect(local().post("http://127.0.0.1:1024/", message)).rejects.toThrow(/cannot be reached/);
  });
});

describe("the outbound client", () => {
  test("returns status, headers and the whole body", async () => {
    const response = await local().fetch(`${base}/`, { method: "POST", body: "a=b" });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-method")).toBe("POST");
    expect(await response.text()).toBe("hello");
  });

  test("follows no redirect", async () => {
    const response = await local().fetch(`${base}/redirect`);
    expect(response.status).toBe(302);
    expect(paths).not.toContain("/target");
  });

  test.each([
    ["/large", "more than 10000 bytes"],
    ["/packed", "more than 10000 bytes"],
  ])("gives up on %s", async (path, sentence) => {
    await expect(local().fetch(`${base}${path}`)).rejects.toThrow(sentence);
  });

  test("saves a response to a file, with the same limits and rules", async () => {
    const folder = await makeTestFolder();
    const into = (name: string) => join(folder, name);
    const { status, headers } = await local().save(`${base}/`, into("small"));
    expect([status, headers.get("x-method")]).toEqual([201, "GET"]);
    expect(await readFile(into("small"), "utf8")).toBe("hello");
    await expect(local().save(`${base}/`, into("small"))).rejects.toThrow();
    await expect(local().save(`${base}/large`, into("large"))).rejects.toThrow("more than 10000 bytes");
    await local({ longer: "is cut" }).save(`${base}/large`, into("cut"));
    expect((await stat(into("cut"))).size).toBe(10_000);
    await expect(local({ timeoutMs: 300 }).save(`${base}/stalling`, into("late"))).rejects.toThrow(
      "took too long",
    );
    await expect(door().save(`${base}/`, into("closed"))).rejects.toThrow("not on the public internet");
  });

  test.each(["/silent", "/stalling"])("ends %s at its deadline", async (path) => {
    await expect(local({ timeoutMs: 300 }).fetch(`${base}${path}`)).rejects.toThrow("took too long");
  });

  test("names an unavailable server", async () => {
    await expect(local().fetch("http://127.0.0.1:1025/")).rejects.toThrow("127.0.0.1:1025 cannot be reached");
  });

  test.each([
    "http://example.com/",
    "http://127.0.0.1/",
    "http://localhost/",
    "https://127.0.0.1/",
    "https://localhost/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://10.0.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[3fff::1]/",
    "https://[5f00::1]/",
    "https://[2002:a00:1::]/",
    "https://[::ffff:0:10.0.0.1]/",
    "https://[::ffff:0:93.184.216.34]/",
    "https://[::10.0.0.1]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[2001::1]/",
    "https://[2001:20::1]/",
    "https://[4000::1]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[::10.0.0.1]/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://somebody@example.com/",
    "https://somebody:secret@example.com/",
    "https://example.com:22/",
    "https://example.com:25/",
    "ftp://example.com/",
    "file:///etc/passwd",
  ])("refuses %s", async (address) => {
    await expect(door().fetch(address)).rejects.toBeInstanceOf(OutboundError);
  });

  test.each([
    ["https://10.0.0.1/", "not on the public internet"],
    ["https://localhost/", "not on the public internet"],
    ["http://93.184.216.34/", "requires https"],
    ["http://10.0.0.1/", "not on the public internet"],
    ["http://localhost/", "not on the public internet"],
    ["https://a@93.184.216.34/", "user name"],
    ["https://93.184.216.34:22/", "port"],
    ["gopher://93.184.216.34/", "requires https"],
    ["https://93.184.216.34/", null],
    ["https://93.184.216.34:8443/", null],
  ])("checks in advance whether %s is allowed", async (address, sentence) => {
    const checked = door().check(address);
    if (sentence === null) await expect(checked).resolves.toBeUndefined();
    else await expect(checked).rejects.toThrow(sentence);
  });

  test("truncates a long response on request", async () => {
    const cutting = local({ longer: "is cut" });
    for (const path of ["/large", "/packed"]) {
      const response = await cutting.fetch(`${base}${path}`);
      expect(await response.text()).toBe("x".repeat(OPTIONS.maxBytes));
    }
  });

  test("reveals nothing to those who entered the address", async () => {
    const error = await door()
      .fetch("https://localhost/")
      .catch((problem: unknown) => problem);
    expect((error as OutboundError).problem).toBe("is not on the public internet");
  });

  test("uses plain http only where allowed, and never by name alone", async () => {
    const refusal = "not on the public internet";
    await expect(local().fetch("http://10.0.0.1/")).rejects.toThrow(refusal);
    const overHttps = door({ mayReach: LOOPBACK_RANGES });
    const named = base.replace("127.0.0.1", "localhost");
    for (const address of [base, named]) {
      await expect(overHttps.fetch(address)).rejects.toThrow("requires https");
      await expect(overHttps.check(address)).rejects.toThrow("requires https");
    }
    await expect(door().fetch(named)).rejects.toThrow(refusal);
    const byName = await local().fetch(named);
    expect(byName.status).toBe(201);
  });
});
