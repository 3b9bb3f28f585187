import { describe, expect, it } from "@jest/globals";
import { connect } from "node:net";
import { closeSync, openSync } from "node:fs";
import { once } from "node:events";
import { DriverException } from "@mikro-orm/core";
import { errors as elastic } from "@elastic/elasticsearch";
import pg from "pg";
import { conflict, invalid, notFound, AppError, unavailable } from "../../platform/errors.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
import { toAppError } from "../../platform/web/answer-errors.ts";

const coded = (code: unknown, more: object = {}): Error => Object.assign(new Error("x"), { code, ...more });

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("it threw nothing");
}

describe("errors that are faults of the infrastructure", () => {
  it.each([
    ["08000", "08006", "08P01", "28P01", "3D000"],
    ["53000", "53200", "53300", "57014", "57P01", "57P02", "57P03", "57P05", "58030", "25P03", "25P04"],
    ["25006", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
    ["EMFILE", "ENFILE", "ENOMEM", "EHOSTUNREACH", "ENETUNREACH", "EIO", "UND_ERR_HEADERS_TIMEOUT"],
  ])("are recognised by their code: %s", (...codes) => {
    expect(codes.map((code) => [code, infrastructureFault(coded(code))])).toEqual(
      codes.map((code) => [code, "away"]),
    );
  });

  it.each(["ENOSPC", "EDQUOT", "53100"])("report missing space: %s", (code) => {
    expect(infrastructureFault(coded(code))).toBe("full");
  });

  it.each([
    [
      "23505",
      "23503",
      "40001",
      "40P01",
      "55P03",
      "42501",
      "42P01",
      "22P02",
      "XX001",
      "0A000",
      "25P01",
      "25P02",
    ],
    ["ENOENT", "EACCES", "EEXIST", "EISDIR", "ERR_INVALID_ARG_TYPE", "UND_ERR_ABORTED", "ABORT_ERR"],
  ])("do not include those of a statement, a file or a caller: %s", (...codes) => {
    expect(codes.filter((code) => infrastructureFault(coded(code)) !== null)).toEqual([]);
  });

  it("do not include a child's exit status, but gRPC codes", () => {
    expect([14, 4, 8].map((code) => infrastructureFault(coded(code)))).toEqual([null, null, null]);
    const metadata = {};
    expect([14, 4, 8, 5].map((code) => infrastructureFault(coded(code, { metadata })))).toEqual([
      "away",
      "away",
      "away",
      null,
    ]);
  });

  it("are found along causes and in aggregates, a full disk first", () => {
    const deep = new Error("a", { cause: new Error("b", { cause: coded("ECONNRESET") }) });
    const collected = new AggregateError([new Error("c"), deep]);
    expect(infrastructureFault(collected)).toBe("away");
    expect(infrastructureFault(new AggregateError([deep, coded("ENOSPC")]))).toBe("full");
    expect(infrastructureFault(new Error("d", { cause: new Error("e") }))).toBeNull();
  });

  it("are searched for once in circular causes", () => {
    const [one, other] = [new Error("one"), new Error("other")];
    one.cause = other;
    other.cause = one;
    expect(infrastructureFault(one)).toBeNull();
  });

  it("keep the classification of our own errors", () => {
    const cause = coded("ECONNREFUSED");
    expect(infrastructureFault(unavailable("away"))).toBe("away");
    expect(infrastructureFault(new AppError("SERVICE_UNAVAILABLE", "full", { status: 507 }))).toBe("full");
    const blamed = [notFound("It", cause), conflict("no"), invalid({ field: "url", error: "no" })];
    expect(blamed.map(infrastructureFault)).toEqual([null, null, null]);
    expect(infrastructureFault(new AppError("VALIDATION_ERROR", "no", { cause }))).toBeNull();
  });

  it("include those of Elasticsearch and S3", () => {
    const meta = { statusCode: 503, body: {}, headers: {}, warnings: null, meta: {} } as never;
    const overloaded = new elastic.ResponseError(meta);
    const away = [new elastic.ConnectionError("x"), new elastic.TimeoutError("x"), overloaded];
    expect(away.map(infrastructureFault)).toEqual(["away", "away", "away"]);
    const s3 = (httpStatusCode: number) => Object.assign(new Error("x"), { $metadata: { httpStatusCode } });
    expect([503, 507, 404].map((status) => infrastructureFault(s3(status)))).toEqual(["away", "full", null]);
  });

  it("include an expired deadline, but not an aborted call", async () => {
    const late = await thrownBy(() => fetch("http://192.0.2.1/", { signal: AbortSignal.timeout(1) }));
    expect(infrastructureFault(late)).toBe("away");
    expect(
      infrastructureFault(await thrownBy(() => fetch("http://192.0.2.1/", { signal: AbortSignal.abort() }))),
    ).toBeNull();
  });

  it.each([undefined, null, "ECONNREFUSED", 503, {}])("do not include %p", (thrown) => {
    expect(infrastructureFault(thrown)).toBeNull();
  });
});

describe("real errors of the drivers", () => {
  it("identify an unavailable server", async () => {
    const client = new pg.Client({ host: "127.0.0.1", port: 1, user: "a", password: "b" });
    const error = await thrownBy(() => client.connect());
    expect(infrastructureFault(error)).toBe("away");
    expect(infrastructureFault(new DriverException(error as Error))).toBe("away");
    const socket = connect(1, "127.0.0.1");
    expect(infrastructureFault((await once(socket, "error").catch((e: unknown) => [e]))[0])).toBe("away");
  });

  it("do not blame a server for invalid files", async () => {
    expect(infrastructureFault(await thrownBy(() => closeSync(openSync("/nowhere/at/all", "r"))))).toBeNull();
  });

  it("answer 503, and 507 without space", () => {
    expect(toAppError(coded("57P01"))).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
    expect(toAppError(new Error("a", { cause: coded("ENOSPC") }))).toMatchObject({ status: 507 });
    expect(toAppError(coded("23505"))).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  });
});
