/** Who calls, in the order of the columns. Keys are the assigned customer's own. */
export const CALLERS = [
  "anonymous",
  "customer",
  "shared customer",
  "foreign customer",
  "auditor",
  "foreign auditor",
  "manager",
  "foreign manager",
  "admin",
  "key: read",
  "key: write",
  "key: other project",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** What the path and body of a row are about, made anew for each call where the call may change it. */
export type Subject =
  | "nothing"
  | "project"
  | "evidence"
  | "api key"
  | "oauth client"
  | "login"
  | "refresh token"
  | "upload"
  | "version";

export interface AccessRow {
  route: string;
  subject: Subject;
  body?: object;
  expected: number[];
}

/** `statuses` are the callers' in the order of CALLERS. */
const row = (statuses: string, route: string, subject: Subject, body?: object): AccessRow => ({
  route,
  subject,
  ...(body === undefined ? {} : { body }),
  expected: statuses.trim().split(/\s+/).map(Number),
});

const CLIENT = { name: "A client", type: "confidential", grants: ["client_credentials"], scopes: ["read"] };

/** OAuth's own endpoints authenticate a client, not a caller of the API: test/oauth-*.test.ts tells who gets what from them. */
export const PROTOCOL_ROUTES: readonly string[] = [
  "GET /.well-known/oauth-authorization-server",
  "GET /oauth/authorize",
  "POST /oauth/authorize",
  "GET /device",
  "POST /device",
  "POST /oauth/device_authorization",
  "POST /oauth/introspect",
  "POST /oauth/revoke",
  "POST /oauth/token",
];

const PROJECT = { name: "Another project", framework: "soc2" };

/**
 * The reviewed table of who gets what from each route: a change here is a change of who may do what.
 * 404 stands for "not for you to know of", 403 for "known, and not for you to do".
 */
export const ACCESS_TABLE: readonly AccessRow[] = [
  //  anon cust shar fcus audi faud mana fman admi read writ othr
  row("200 200 200 200 200 200 200 200 200 200 200 200", "GET /api/health", "nothing"),
  row("200 200 200 200 200 200 200 200 200 200 200 200", "GET /api/ready", "nothing"),
  row("200 200 200 200 200 200 200 200 200 200 200 200", "GET /.well-known/jwks.json", "nothing"),
  row("200 200 200 200 200 200 200 200 200 200 200 200", "POST /api/v1/auth/login", "login"),
  row("200 200 200 200 200 200 200 200 200 200 200 200", "POST /api/v1/auth/refresh", "refresh token"),
  // Each caller states the password wrongly: those who may change it are told so.
  row("401 400 400 400 400 400 400 400 400 403 403 403", "POST /api/v1/auth/password", "nothing", {
    current_password: "not my password",
    new_password: "a long enough new password",
  }),
  row("401 200 200 200 200 200 200 200 200 200 200 200", "GET /api/v1/auth/profile", "nothing"),
  row("401 200 200 200 200 200 200 200 200 200 200 200", "GET /api/v1/users/me", "nothing"),
  row("401 200 200 200 200 200 200 200 200 200 200 200", "GET /api/v1/compliance/frameworks", "nothing"),
  row("401 200 200 200 200 200 200 200 200 200 200 403", "GET /api/v1/api-keys", "nothing"),
  row("401 201 201 201 201 201 201 201 201 403 403 403", "POST /api/v1/api-keys", "nothing", {
    name: "A key",
  }),
  row("401 200 404 404 404 404 404 404 200 200 200 404", "GET /api/v1/api-keys/{id}", "api key"),
  row("401 200 404 404 404 404 404 404 200 403 403 404", "DELETE /api/v1/api-keys/{id}", "api key"),
  row("401 201 404 404 404 404 404 404 403 403 403 404", "POST /api/v1/api-keys/{id}/rotate", "api key", {}),
  row("401 403 403 403 403 403 403 403 200 403 403 403", "GET /api/v1/oauth-clients", "nothing"),
  row("401 403 403 403 403 403 403 403 201 403 403 403", "POST /api/v1/oauth-clients", "nothing", CLIENT),
  row("401 404 404 404 404 404 404 404 200 404 404 404", "GET /api/v1/oauth-clients/{id}", "oauth client"),
  row("401 404 404 404 404 404 404 404 200 404 404 404", "PUT /api/v1/oauth-clients/{id}", "oauth client", {
    name: "B",
  }),
  row("401 404 404 404 404 404 404 404 200 404 404 404", "DELETE /api/v1/oauth-clients/{id}", "oauth client"),
  row(
    "401 404 404 404 404 404 404 404 200 404 404 404",
    "POST /api/v1/oauth-clients/{id}/rotate-secret",
    "oauth client",
  ),
  row("401 200 200 200 200 200 200 200 200 200 200 200", "GET /api/v1/projects", "nothing"),
  row("401 201 201 201 403 403 201 201 201 403 201 403", "POST /api/v1/projects", "nothing", PROJECT),
  row("401 200 200 404 200 404 200 404 200 200 200 404", "GET /api/v1/projects/{id}", "project"),
  row("401 200 200 404 404 404 200 404 200 200 200 404", "GET /api/customer/projects/{id}", "project"),
  row("401 404 404 404 200 404 404 404 200 404 404 404", "GET /api/auditor/projects/{id}", "project"),
  row("401 200 200 200 200 200 200 200 200 200 200 200", "GET /api/v1/evidence", "nothing"),
  row("401 201 201 404 403 404 201 404 201 403 201 404", "POST /api/v1/evidence", "upload"),
  row("401 200 200 404 200 404 200 404 200 200 200 404", "GET /api/v1/evidence/{id}", "evidence"),
  row("401 200 200 404 403 404 200 404 200 403 200 404", "PUT /api/v1/evidence/{id}", "evidence", {
    title: "New",
  }),
  row("401 200 200 404 403 404 200 404 200 403 200 404", "DELETE /api/v1/evidence/{id}", "evidence"),
  row("401 201 201 404 403 404 201 404 201 403 201 404", "POST /api/v1/evidence/{id}/versions", "version"),
  row("401 200 200 404 200 404 200 404 200 200 200 404", "GET /api/v1/evidence/{id}/file", "evidence"),
  // Nothing has drawn a picture yet: those who may look find none.
  row("401 404 404 404 404 404 404 404 404 404 404 404", "GET /api/v1/evidence/{id}/thumbnail", "evidence"),
  row("401 200 200 404 200 404 200 404 200 200 200 404", "GET /api/v1/evidence/{id}/ingestion", "evidence"),
  // Nothing has failed yet: those who may retry are told so.
  row(
    "401 409 409 404 403 404 409 404 409 403 409 404",
    "POST /api/v1/evidence/{id}/ingestion/retry",
    "evidence",
  ),
  // Last, because it ends the callers' sessions.
  row("401 200 200 200 200 200 200 200 200 403 403 403", "POST /api/v1/auth/logout", "nothing"),
];
