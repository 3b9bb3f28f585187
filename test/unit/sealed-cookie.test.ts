import { randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { createSealedCookie } from "../../platform/web/sealed-cookie.ts";

const KEY = randomBytes(32);
const HTTPS = "https://compliance.example.com";
const NOW = new Date();
const CONTENT = { userId: "a user", expires: NOW.getTime() + 1_000 };

const create = ({ key = KEY, issuer = HTTPS, name = "test" } = {}) =>
  createSealedCookie(key, issuer, {
    name,
    sameSite: "strict",
    content: z.object({ userId: z.string(), expires: z.number() }),
  });

/** The cookie that a response sets, and its attributes. */
function written(cookie = create(), content = CONTENT): { name: string; value: string; options: object } {
  const set: { name: string; value: string; options: object }[] = [];
  const response = {
    cookie: (name: string, value: string, options: object) => void set.push({ name, value, options }),
  };
  cookie.write(response as unknown as Response, content, 60_000);
  return set[0]!;
}

const sending = (header: string): Request => ({ get: () => header }) as unknown as Request;

describe("a sealed cookie", () => {
  test("is read by its writer only, whatever else the browser sends", () => {
    const { name, value } = written();
    const request = sending(`x${name}=1; ${name}=${value}; other=2`);
    expect(create().read(request, NOW)).toEqual(CONTENT);
    expect(create({ key: randomBytes(32) }).read(request, NOW)).toBeNull();
    expect(create().read(sending("other=2"), NOW)).toBeNull();
  });

  test("does not show its content", () => {
    expect(Buffer.from(written().value, "base64url").toString("latin1")).not.toContain("a user");
  });

  test("is invalid with any bit changed, or cut anywhere", () => {
    const { name, value } = written();
    const bytes = Buffer.from(value, "base64url");
    const read = (forged: Buffer) => create().read(sending(`${name}=${forged.toString("base64url")}`), NOW);
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const forged = Buffer.from(bytes);
        forged[bit >> 3]! ^= 1 << (bit & 7);
        expect(read(forged)).toBeNull();
        expect(read(bytes.subarray(0, bit >> 3))).toBeNull();
      }),
    );
  });

  test("is invalid under the name of another cookie", () => {
    const { value } = written(create({ name: "another" }));
    expect(create().read(sending(`__Host-test=${value}`), NOW)).toBeNull();
  });

  test("is invalid once it has expired, even if the browser still sends it", () => {
    const { name, value } = written();
    expect(create().read(sending(`${name}=${value}`), new Date(CONTENT.expires))).toBeNull();
  });

  test("is tied to this host on https, and works on http", () => {
    expect(written()).toMatchObject({
      name: "__Host-test",
      options: { httpOnly: true, secure: true, sameSite: "strict", path: "/", maxAge: 60_000 },
    });
    expect(written(create({ issuer: "http://127.0.0.1:3000" }))).toMatchObject({
      name: "test",
      options: { httpOnly: true, secure: false, sameSite: "strict", path: "/" },
    });
  });
});
