import type { HostileInput } from "./hostile-client.ts";

/** Node accepts 16 KiB of headers in total. */
const LETTERS = 12_000;
const fill = (piece: string): string => piece.repeat(Math.floor(LETTERS / piece.length));

const EVIDENCE = "/api/v1/evidence";

const header = (name: string, headers: Record<string, string>, path = EVIDENCE): HostileInput => ({
  name: `header: ${name}`,
  send: (client) => client.send(path, { headers }),
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };

const posted = (
  name: string,
  headers: Record<string, string>,
  body: string,
  path = "/api/v1/projects",
): HostileInput => ({
  name,
  send: (client) => client.send(path, { method: "POST", headers, body }),
});

const query = (name: string, text: string, path = EVIDENCE): HostileInput => ({
  name: `query: ${name}`,
  send: (client) => client.send(`${path}?${text}`),
});

const HEADERS: HostileInput[] = [
  header("Range of spaces", { range: `bytes=${fill(" ")}x` }),
  header("Range of digits", { range: `bytes=${fill("1")}` }),
  header("Accept of many types", { accept: fill("a/b;q=0.1,") }),
  header("Accept of parameters", { accept: `a/b${fill(";a=b")}` }),
  header("Accept-Language of many", { "accept-language": fill("a-b,") }),
  header("Authorization of spaces", { authorization: `Bearer${fill(" ")}!` }),
  header("Authorization of points", { authorization: `Bearer ${fill("a.")}` }),
  header("Basic Authorization", { authorization: `Basic ${fill("A")}!` }, "/oauth/introspect"),
  header("If-None-Match of many tags", { "if-none-match": fill('"a",') }),
  header("If-None-Match without an end", { "if-none-match": fill('W/"') }),
  header("Cookie of many", { cookie: fill("a=b;") }, "/oauth/authorize"),
  header("X-Forwarded-For of many", { "x-forwarded-for": fill("1.1.1.1,") }),
  header("X-Request-Id of 12,000 letters", { "x-request-id": fill("a") }),
  header("Origin of points", { origin: `https://${fill("a.")}` }),
];

const BODIES: HostileInput[] = [
  posted(
    "header: Idempotency-Key of 12,000 letters",
    { "content-type": "application/json", "idempotency-key": fill("a") },
    "{}",
  ),
  posted(
    "header: Content-Type of parameters",
    { "content-type": `application/json${fill("; charset ")}` },
    "{}",
  ),
  posted("form: 64 kB of fields", FORM, "a=b&".repeat(15_000), "/oauth/token"),
  posted("form: 64 kB of escapes", FORM, `grant_type=${"%25".repeat(20_000)}`, "/oauth/token"),
  posted(
    "form: 64 kB of scopes",
    FORM,
    `grant_type=client_credentials&scope=${"a+".repeat(30_000)}`,
    "/oauth/token",
  ),
  posted("form: a device's code of 64 kB", FORM, `user_code=${"A-".repeat(30_000)}`, "/oauth/device"),
];

const QUERIES: HostileInput[] = [
  query("one name again and again", fill("page=1&")),
  query("brackets", `a${fill("[a]")}=1`),
  query("escapes", `search=${fill("%25")}`),
  query("percent signs of a pattern", `search=${"%25_".repeat(40)}`),
  query("fields with commas", `search_fields=${fill("title,")}`),
  query("statuses with commas", `status=${fill("open,")}`, "/api/findings"),
  query("a day of digits", `created_after=${fill("1")}`),
  query("a control of spaces", `control_id=${fill("+")}a`),
  { name: "path: slashes", send: (client) => client.send(`/api${fill("/")}a`) },
  { name: "path: escapes", send: (client) => client.send(`/api/v1/evidence/${fill("%2e")}`) },
];

/** Headers, forms, queries and paths. */
export const HEADER_INPUTS: HostileInput[] = [...HEADERS, ...BODIES, ...QUERIES];
