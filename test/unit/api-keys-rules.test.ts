import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  BASE62,
  KEY_KINDS,
  SECRET_LENGTH,
  formatKey,
  keyPrefix,
  overlapEnd,
  parseKey,
  successorExpiry,
} from "../../domain/api-keys/api-key.rules.ts";
import {
  WEEKDAYS,
  isOpen,
  refusalOf,
  type Restrictions,
  type TimeWindow,
} from "../../domain/api-keys/restrictions.rules.ts";
import { inIpRanges, isIpRange, networkOf } from "../../platform/http/ip-ranges.ts";

const secrets = fc.string({
  unit: fc.constantFrom(...BASE62.split("")),
  minLength: SECRET_LENGTH,
  maxLength: SECRET_LENGTH,
});
const keys = fc.record({ kind: fc.constantFrom(...KEY_KINDS), id: fc.uuid(), secret: secrets });

describe("the text of a key", () => {
  test("contains the id of its row and its prefix", () => {
    fc.assert(
      fc.property(keys, ({ kind, id, secret }) => {
        const text = formatKey(kind, id, secret);
        expect(parseKey(text)).toBe(id);
        expect(text.startsWith(`${keyPrefix(kind, id)}_${secret}`)).toBe(true);
        expect(text).toMatch(/^cmk_(live|dev|test|custom)_[0-9a-f]{32}_[0-9A-Za-z]{49}$/);
      }),
    );
  });

  test("with one character changed is not a key", () => {
    fc.assert(
      fc.property(
        keys,
        fc.nat(),
        fc.constantFrom(...BASE62.split(""), "_", " "),
        ({ kind, id, secret }, at, other) => {
          const text = formatKey(kind, id, secret);
          const index = at % text.length;
          fc.pre(text[index] !== other);
          expect(parseKey(text.slice(0, index) + other + text.slice(index + 1))).toBeNull();
        },
      ),
    );
  });

  test("has no other form", () => {
    fc.assert(fc.property(fc.string(), (text) => expect(parseKey(text)).toBeNull()));
  });
});

describe("a replaced key", () => {
  const now = new Date("2026-03-01T00:00:00Z");

  test("stays valid for the overlap, but never beyond its own expiry", () => {
    const soon = new Date("2026-03-01T01:00:00Z");
    expect(overlapEnd(null, now, 24)).toEqual(new Date("2026-03-02T00:00:00Z"));
    expect(overlapEnd(soon, now, 24)).toEqual(soon);
    expect(overlapEnd(null, now, 0)).toEqual(now);
  });

  test("has a successor with the same lifetime", () => {
    const createdAt = new Date("2026-01-01T00:00:00Z");
    expect(successorExpiry({ createdAt, expiresAt: null }, now)).toBeNull();
    expect(successorExpiry({ createdAt, expiresAt: new Date("2026-01-11T00:00:00Z") }, now)).toEqual(
      new Date("2026-03-11T00:00:00Z"),
    );
    const atTheEnd = new Date("9999-12-31T23:59:59.999Z");
    expect(successorExpiry({ createdAt, expiresAt: atTheEnd }, now)).toEqual(atTheEnd);
  });
});

describe("hours", () => {
  const window = (change: Partial<TimeWindow> = {}): TimeWindow => ({
    timezone: "Europe/Berlin",
    days: ["mon", "tue", "wed", "thu", "fri"],
    from: "09:00",
    to: "17:00",
    ...change,
  });

  // 2026-01-05 is a Monday; Berlin is one hour ahead of UTC in winter and two in summer.
  test.each<[string, string, Partial<TimeWindow>, boolean]>([
    ["at the first minute", "2026-01-05T08:00:00Z", {}, true],
    ["a minute before", "2026-01-05T07:59:59Z", {}, false],
    ["at the last minute", "2026-01-05T15:59:59Z", {}, true],
    ["when they end", "2026-01-05T16:00:00Z", {}, false],
    ["in summer time", "2026-07-06T07:00:00Z", {}, true],
    ["on another day", "2026-01-04T10:00:00Z", {}, false],
    ["over midnight, in the evening", "2026-01-09T22:00:00Z", { from: "22:00", to: "06:00" }, true],
    [
      "over midnight, on the morning after Friday",
      "2026-01-10T04:00:00Z",
      { from: "22:00", to: "06:00" },
      true,
    ],
    [
      "over midnight, on the morning after Sunday",
      "2026-01-05T04:00:00Z",
      { from: "22:00", to: "06:00" },
      false,
    ],
    ["all day", "2026-01-05T22:30:00Z", { from: "00:00", to: "00:00" }, true],
    [
      "in a time zone that is a day ahead",
      "2026-01-04T20:00:00Z",
      { timezone: "Asia/Tokyo", from: "00:00", to: "00:00" },
      true,
    ],
  ])("%s", (_name, at, change, open) => {
    expect(isOpen(window(change), new Date(at))).toBe(open);
  });

  test("and the hours outside them divide every minute of the week", () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, "0")}:00`);
    const instants = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2027-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(hour, hour, instants, (from, to, at) => {
        fc.pre(from !== to);
        const always = { timezone: "UTC", days: WEEKDAYS };
        expect(isOpen({ ...always, from, to }, at)).toBe(!isOpen({ ...always, from: to, to: from }, at));
      }),
    );
  });
});

describe("addresses", () => {
  test.each([
    [["192.0.2.0/24"], "192.0.2.77", true],
    [["192.0.2.0/24"], "192.0.3.1", false],
    [["192.0.2.7"], "::ffff:192.0.2.7", true],
    [["2001:db8::/32"], "2001:db8:1::1", true],
    [["2001:db8::/32"], "2001:db9::1", false],
    [["192.0.2.0/24", "2001:db8::1"], "2001:db8::1", true],
    [["0.0.0.0/0"], "not an address", false],
  ])("%j has %s: %s", (ranges, address, inside) => {
    expect(inIpRanges(ranges, address)).toBe(inside);
  });

  test.each(["192.0.2.0/24", "192.0.2.1", "::1", "2001:db8::/128"])("%s is a range", (text) =>
    expect(isIpRange(text)).toBe(true),
  );
  test.each(["192.0.2.0/33", "::/129", "192.0.2", "example.com", "", "1.2.3.4/24/8", "1.2.3.4/-1"])(
    "%j is not a range",
    (text) => expect(isIpRange(text)).toBe(false),
  );
});

describe("a key is refused", () => {
  const at = { now: new Date("2026-01-05T10:00:00Z"), address: "192.0.2.1", inRanges: inIpRanges };
  const state = (restrictions: Restrictions, more = {}) => ({ restrictions, ...more });

  test("never without restrictions", () => expect(refusalOf(state({}), at)).toBeNull());
  test("once revoked, whatever its other limits", () =>
    expect(refusalOf(state({ ipAllow: ["::1"] }, { revokedAt: at.now }), at)).toBe("revoked"));
  test("at the instant it expires", () =>
    expect(refusalOf(state({}, { expiresAt: at.now }), at)).toBe("expired"));
  test("from other addresses", () => expect(refusalOf(state({ ipAllow: ["::1"] }), at)).toBe("address"));
  test("from an unknown address", () =>
    expect(refusalOf(state({ ipAllow: ["0.0.0.0/0"] }), { ...at, address: undefined })).toBe("address"));
  test("outside its hours", () => {
    const time: TimeWindow = { timezone: "UTC", days: ["sun"], from: "00:00", to: "00:00" };
    expect(refusalOf(state({ time }), at)).toBe("time");
  });
});

describe("the network of a caller", () => {
  test.each([
    ["198.51.100.7", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1:2:3:4:5:6:7", "0:1:2:3::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
