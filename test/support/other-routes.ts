/**
 * Routes whose answer does not depend on the caller's access. OAuth's own endpoints authenticate a client:
 * test/oauth-*.test.ts covers them. The page that requests a password reset link is in
 * test/forgot-password.test.ts, the one behind the link in test/password-reset.test.ts, the one behind an
 * invitation in test/invitations.test.ts. `/api/ready` reports the state of the servers; a stream of events
 * has no end: test/live-events.test.ts covers its receivers. Slack signs its requests:
 * test/slack-inbound.test.ts; the page to which it returns browsers requires a sign-in:
 * test/slack-install.test.ts. The search service decides who may search: test/search-*.test.ts. The list of
 * auditors covers all companies: test/people.test.ts. The console's session begins only on its own pages:
 * test/console-session.test.ts.
 */
export const OTHER_ROUTES: readonly string[] = [
  "GET /api/ready",
  "GET /api/v1/events/stream",
  "GET /api/v1/users/auditors",
  "POST /api/v1/auth/session",
  "POST /api/v1/auth/session/continue",
  "GET /.well-known/oauth-authorization-server",
  "GET /auth/upstream/{id}",
  "GET /auth/upstream/{id}/callback",
  "GET /password/forgot",
  "POST /password/forgot",
  "GET /invitation",
  "POST /invitation",
  "GET /reset-password",
  "POST /reset-password",
  "GET /oauth/authorize",
  "POST /oauth/authorize",
  "GET /device",
  "GET /link",
  "POST /device",
  "POST /link",
  "POST /oauth/device_authorization",
  "POST /oauth/introspect",
  "POST /oauth/revoke",
  "POST /oauth/token",
  "GET /webhooks/whatsapp",
  "POST /webhooks/whatsapp",
  "POST /webhooks/slack/events",
  "GET /webhooks/slack/oauth_redirect",
  "POST /api/v1/retrieval/search",
  "POST /api/v1/retrieval/context",
  "GET /api/v1/retrieval/health",
  "GET /api/v1/retrieval/ready",
  "GET /api/v1/retrieval/stats",
  "POST /webhooks/slack/oauth_redirect",
];
