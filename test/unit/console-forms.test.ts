import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { NO_RESTRICTIONS, restrictionsOf } from "../../web/src/features/api-keys/restrictions-of.ts";
import { NEW_PROVIDER, changeOf, factsOf } from "../../web/src/features/identity-providers/provider-facts.ts";
import { endsBeforeItStarts } from "../../web/src/features/new-project/ends-before-it-starts.ts";
import { EMPTY_DRAFT, bodyOf, readDraft } from "../../web/src/features/new-project/project-draft.ts";
import { nameIn } from "../../web/src/features/notifications/name-in.ts";
import { targetOf } from "../../web/src/features/notifications/target-of.ts";
import { changeSince } from "../../web/src/features/projects/score-change.ts";
import { readSearch } from "../../web/src/read-search.ts";

describe("the parameters of a page", () => {
  const read = readSearch({ search: "text", page: "number", from: "day" });

  test.each<[Record<string, unknown>, object]>([
    [
      { search: "access", page: 2, from: "2026-03-31" },
      { search: "access", page: 2, from: "2026-03-31" },
    ],
    [{ search: 2026 }, { search: "2026" }],
    [{ search: "" }, {}],
    [{ search: null }, {}],
    [{ search: { a: 1 } }, {}],
    [{ page: "3" }, { page: 3 }],
    [{ page: 0 }, {}],
    [{ page: -1 }, {}],
    [{ page: 1.5 }, {}],
    [{ page: "two" }, {}],
    [{ page: Infinity }, {}],
    [{ page: { toString: 0 } }, {}],
    [{ page: ["3"] }, {}],
    [{ from: "31.03.2026" }, {}],
    [{ from: "2026-3-31" }, {}],
    [{ from: "2026-13-45" }, {}],
    [{ from: "2026-02-30" }, {}],
    [{ from: "2026-00-00" }, {}],
    [{ from: "2028-02-29" }, { from: "2028-02-29" }],
    [{ from: 20_260_331 }, {}],
    [{ other: "x", __proto__: { search: 7 } }, { search: "7" }],
    [{}, {}],
  ])("%j are read as %j", (search, expected) => expect(read(search)).toEqual(expected));

  test("always have their type, whatever the URL contains", () => {
    const two = fc.nat(40).map((n) => String(n).padStart(2, "0"));
    const days = fc.tuple(two, two).map(([month, day]) => `2026-${month}-${day}`);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("search", "page", "from", "x"), fc.oneof(fc.anything(), days)),
        (search) => {
          const { search: text, page, from, ...rest } = read(search);
          expect(rest).toEqual({});
          if (text !== undefined) expect(text).not.toBe("");
          if (page !== undefined) expect(Number.isInteger(page) && page > 0).toBe(true);
          if (from !== undefined) expect(new Date(from).toISOString().slice(0, 10)).toBe(from);
        },
      ),
    );
  });
});

describe("the restrictions of a new key", () => {
  const ZONE = "Europe/Berlin";

  test.each<[Partial<typeof NO_RESTRICTIONS>, object]>([
    [{}, {}],
    [{ perMinute: "60" }, { rate_limit: { per_minute: 60 } }],
    [
      { addresses: " 192.0.2.1, 10.0.0.0/8;\n2001:db8::1 " },
      { ip_allow: ["192.0.2.1", "10.0.0.0/8", "2001:db8::1"] },
    ],
    [{ addresses: " \n " }, {}],
    [{ from: "09:00", to: "17:00" }, { time: { timezone: ZONE, from: "09:00", to: "17:00" } }],
    [{ from: "09:00" }, {}],
    [{ to: "17:00" }, {}],
    [{ projectIds: ["a", "b"] }, { resources: { project_ids: ["a", "b"] } }],
  ])("%j are %j", (fields, expected) =>
    expect(restrictionsOf({ ...NO_RESTRICTIONS, ...fields }, ZONE)).toEqual(expected),
  );
});

describe("the form of an identity provider", () => {
  const provider = {
    kind: "oidc",
    name: "Company",
    issuer: "https://login.example.com",
    authorization_url: null,
    token_url: null,
    userinfo_url: null,
    client_id: "compliance",
    scopes: ["openid", "email"],
    allowed_email_domains: ["example.com"],
    enabled: true,
    link_by_email: true,
    assume_recent_sign_in: true,
    create_users: true,
    default_role: "auditor",
  } as unknown as Parameters<typeof factsOf>[0];

  test("sends back its initial values, and no secret unless one was entered", () => {
    expect(changeOf(factsOf(provider))).toEqual({
      name: "Company",
      client_id: "compliance",
      issuer: "https://login.example.com",
      scopes: ["openid", "email"],
      enabled: true,
      link_by_email: true,
      assume_recent_sign_in: true,
      create_users: true,
      default_role: "auditor",
      allowed_email_domains: ["example.com"],
    });
    expect(changeOf({ ...factsOf(provider), clientSecret: "s" })).toMatchObject({ client_secret: "s" });
  });

  test("sends only the URLs of its kind", () => {
    const addresses = { issuer: "i", authorization_url: "a", token_url: "t", userinfo_url: "u" };
    expect(changeOf({ ...NEW_PROVIDER, addresses })).not.toHaveProperty("token_url");
    const other = changeOf({ ...NEW_PROVIDER, kind: "oauth2", addresses });
    expect(other).toMatchObject({ authorization_url: "a", token_url: "t", userinfo_url: "u" });
    expect(other).not.toHaveProperty("issuer");
  });

  test("separates scopes and domains at spaces and commas", () => {
    const facts = { ...NEW_PROVIDER, scopes: " openid,  email\n", domains: "a.example , b.example" };
    expect(changeOf(facts)).toMatchObject({
      scopes: ["openid", "email"],
      allowed_email_domains: ["a.example", "b.example"],
    });
  });
});

describe("the draft of a project", () => {
  const ZONE = "America/Los_Angeles";
  const draft = { ...EMPTY_DRAFT, name: " SOC 2 ", framework: "soc2" };

  test("is sent without empty fields", () => {
    expect(bodyOf(draft, ZONE)).toEqual({ name: "SOC 2", framework: "soc2" });
  });

  test("is sent with all filled fields", () => {
    const whole = {
      ...draft,
      description: " First year ",
      categories: ["security" as const],
      customerId: "c",
      auditorId: "a",
      start: "2026-01-01",
      end: "2026-12-31",
      milestone: " Audit ",
      due: "2026-06-30",
    };
    const { milestones, ...body } = bodyOf(whole, ZONE);
    expect(body).toEqual({
      name: "SOC 2",
      framework: "soc2",
      description: "First year",
      categories: ["security"],
      customer_id: "c",
      auditor_id: "a",
      period_start: "2026-01-01",
      period_end: "2026-12-31",
    });
    // The end of the day in the user's time zone, whatever the browser's.
    expect(milestones).toEqual([{ name: "Audit", due_date: "2026-07-01T06:59:59.999Z" }]);
  });

  test.each([{ milestone: "Audit" }, { due: "2026-06-30" }, { milestone: "   ", due: "2026-06-30" }])(
    "has no incomplete milestone: %j",
    (change) => expect(bodyOf({ ...draft, ...change }, ZONE)).not.toHaveProperty("milestones"),
  );

  test("is stored and read again", () => {
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
    expect(readDraft(JSON.stringify({ ...draft, categories: ["security"] })).categories).toEqual([
      "security",
    ]);
  });

  test.each([
    "",
    "{",
    "null",
    "7",
    '"text"',
    "[]",
    '{"name":7}',
    '{"name":null}',
    '{"categories":"security"}',
  ])("begins empty if another version stored %s", (text) => expect(readDraft(text)).toEqual(EMPTY_DRAFT));

  test("keeps the fields stored by another version, and gives new ones their defaults", () => {
    expect(readDraft('{"name":"SOC 2","gone":1}')).toEqual({ ...EMPTY_DRAFT, name: "SOC 2" });
  });

  test.each([
    ["2026-01-02", "2026-01-01", true],
    ["2026-01-01", "2026-01-01", false],
    ["2025-12-31", "2026-01-01", false],
    ["", "2026-01-01", false],
    ["2026-01-01", "", false],
  ])("ends before it starts with a period from %j to %j: %s", (start, end, expected) =>
    expect(endsBeforeItStarts({ start, end })).toBe(expected),
  );
});

describe("a notification", () => {
  const notification = (event: string, projectId: string | null = "p", subjectId: string | null = "s") =>
    ({ event, subject_id: subjectId, project_id: projectId }) as Parameters<typeof targetOf>[0];

  test.each([
    ["webhook.disabled", "/settings/webhooks/$webhookId"],
    ["api_key.rotation_due", "/settings/api-keys"],
    ["integration.failing", "/settings/integrations"],
    ["evidence.approved", "/evidence/$evidenceId"],
    ["finding.created", "/projects/$projectId/findings"],
    ["report.completed", "/projects/$projectId/reports"],
    ["project.created", "/projects/$projectId"],
    ["milestone.due", "/projects/$projectId"],
    ["control.due", "/projects/$projectId/controls"],
    ["made_up.later", "/projects/$projectId"],
  ])("of %s links to %s", (event, to) => expect(targetOf(notification(event))?.to).toBe(to));

  test("of a milestone opens all of them beside the project", () => {
    expect(targetOf(notification("milestone.due"))?.search).toEqual({ edit: "milestones" });
  });

  test("has no link without its subject or project", () => {
    expect(targetOf(notification("evidence.approved", null))).toBeNull();
    expect(targetOf(notification("project.created", "p", null))).toBeNull();
    expect(targetOf(notification("webhook.disabled", null))).not.toBeNull();
  });

  test.each<[Record<string, unknown>, string]>([
    [{ evidence: { id: "e", title: "Policy", file_name: "a.pdf" } }, "Policy"],
    [{ evidence: { title: "", file_name: "a.pdf" } }, "a.pdf"],
    [{ from: "Low", to: "High", project: { name: "SOC 2" } }, "SOC 2"],
    [{ webhook: { url: "https://a.example" } }, "https://a.example"],
    [{ integration: { kind: "slack" } }, "slack"],
    [{ evidence: { title: 7 } }, ""],
    [{ evidence: null }, ""],
    [{}, ""],
    [
      { comment: { text: "Done" }, finding: { title: "Backups are kept in one region" } },
      "Backups are kept in one region",
    ],
    [{ member: { user_id: "kim" }, project: { name: "SOC 2" } }, "SOC 2"],
  ])("about %j names %j", (data, name) => expect(nameIn(data)).toBe(name));
});

describe("the change of a score over a week", () => {
  const now = new Date("2026-03-30T12:00:00Z");
  const days = (...entries: [string, number][]) =>
    entries.map(([day, overall_score]) => ({ day, overall_score }));

  test.each<[string, ReturnType<typeof days>, number | null]>([
    ["without history", [], null],
    ["with a younger history only", days(["2026-03-24", 50]), null],
    ["from exactly a week ago", days(["2026-03-23", 50]), 10],
    ["from the last day before a gap", days(["2026-03-01", 20], ["2026-03-20", 40], ["2026-03-25", 55]), 20],
    ["in any order of the days", days(["2026-03-25", 55], ["2026-03-20", 40], ["2026-03-01", 20]), 20],
    ["downwards", days(["2026-03-23", 75]), -15],
  ])("%s: %#", (_name, history, change) => expect(changeSince(history, 60, now)).toBe(change));
});
