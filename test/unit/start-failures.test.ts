import { describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { SYSTEMS_ADDRESS } from "../../dev/demo/organisation/start-demo-systems.ts";
import { checkDatabase } from "../../dev/stack/check-database.ts";
import { checkPorts, portProblem } from "../../dev/stack/ports.ts";
import { prepareTemporal } from "../../dev/stack/prepare-temporal.ts";
import { claimDataDir, readRunningProduct } from "../../dev/stack/run-file.ts";
import { StackError } from "../../dev/stack/stack-error.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

/** One message: which variable, what is wrong, what to do. Nothing listens on port 1. */
const refused = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe("npm start and npm run migrate report in a sentence", () => {
  it("that DATA_DIR is not writable", async () => {
    const folder = await makeTestFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const dataDir of [file, join(file, "below")])
      expect(() => claimDataDir(dataDir, "http://127.0.0.1:3000")).toThrow(
        `DATA_DIR is "${dataDir}", where nothing can be written (${dataDir === file ? "EEXIST" : "ENOTDIR"}): ` +
          "name a folder of yours, for example DATA_DIR=$HOME/compliance npm start.",
      );
  });

  it("that a port is taken, or reserved", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await refused(checkPorts({ PORT: port }, "127.0.0.1"))).toMatchObject({
      name: "StackError",
      message: `In use by another program: port ${port} (PORT). Stop that program or choose another port, for example PORT=${port + 100} npm start.`,
    });
    server.close();
    expect(portProblem("EACCES", 80, "127.0.0.1")).toBe(
      "Port 80 is reserved for administrators: choose one above 1023, for example PORT=8080 npm start.",
    );
  });

  const onLinux = process.platform === "linux" ? it : it.skip;
  onLinux("that the systems of another demo organisation have the port", async () => {
    const server = createServer().listen(0, SYSTEMS_ADDRESS);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await refused(checkPorts({ DEMO_PORT: port }, "127.0.0.1"))).toMatchObject({
      message: expect.stringContaining(`In use by another program: port ${port} (DEMO_PORT).`),
    });
    server.close();
  });

  it("that PostgreSQL does not answer, without its password", async () => {
    const error = await refused(checkDatabase("postgres://me:secret@127.0.0.1:1/books"));
    expect(error).toBeInstanceOf(StackError);
    expect((error as Error).message).toBe(
      "DATABASE_URL names books at 127.0.0.1:1, where no PostgreSQL can be used (connect ECONNREFUSED 127.0.0.1:1): " +
        "start it, or correct DATABASE_URL.",
    );
    expect(await refused(checkDatabase("postgres://localhost:1/books"))).toMatchObject({
      message: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(await refused(checkDatabase("what is this"))).toBeInstanceOf(StackError);
  });

  it("that Temporal does not answer", async () => {
    const error = await refused(prepareTemporal("127.0.0.1:1", "compliance"));
    expect(error).toBeInstanceOf(StackError);
    expect((error as Error).message).toMatch(
      /^TEMPORAL_ADDRESS is "127\.0\.0\.1:1", where no Temporal can be used \(.+\): start it, or correct TEMPORAL_ADDRESS\.$/,
    );
  });
});

describe("the file of a running npm start", () => {
  it("is left alone by another npm start that fails", async () => {
    const folder = await makeTestFolder();
    const claim = claimDataDir(folder, "http://127.0.0.1:3000");
    const others = JSON.stringify({ pid: process.ppid, url: "http://127.0.0.1:3100", environment: {} });
    writeFileSync(join(folder, "running.json"), others);
    claim.release();
    expect(readFileSync(join(folder, "running.json"), "utf8")).toBe(others);
  });

  it.each(["", '{"pid":12', "null", "{}", '{"pid":"1"}'])("blocks no one if it contains %j", async (text) => {
    const folder = await makeTestFolder();
    writeFileSync(join(folder, "running.json"), text);
    expect(readRunningProduct(folder)).toBeNull();
    const claim = claimDataDir(folder, "http://127.0.0.1:3000");
    claim.publish({ DATABASE_URL: "postgres://127.0.0.1/books" });
    expect(readdirSync(folder)).toEqual(["running.json"]);
    expect(statSync(join(folder, "running.json")).mode & 0o777).toBe(0o600);
    claim.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
