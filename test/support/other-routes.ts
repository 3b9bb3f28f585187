/**
 * Routes whose answer is not about who calls. OAuth's own endpoints authenticate a client: test/oauth-*.test.ts tells
 * who gets what from them. The page that asks for a link to a new password is in test/forgot-password.test.ts, the one
 * behind the link in test/password-reset.test.ts, the one behind an invitation in test/invitations.test.ts. `/api/ready` tells how the servers are; a stream of events
 * has no end: test/live-events.test.ts tells who hears what. Slack signs what it sends:
 * test/slack-inbound.test.ts; the page it sends browsers back to asks them to sign in: test/slack-install.test.ts. Who may
 * search, the search service says: test/search-*.test.ts. Auditors are those of every company: test/people.test.ts tells
 * who finds them. The console's session begins on its own pages alone: test/console-session.test.ts.
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
