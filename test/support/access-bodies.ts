import { IDENTITY_PROVIDER } from "./access-subjects.ts";

const WRONG_PROOF = { password: "not my password", code: "000000" };

/** JSON bodies for routes that require one and whose subject provides none. */
export const BODIES: Readonly<Record<string, object>> = {
  "POST /api/v1/api-keys": { name: "A key" },
  "POST /api/v1/api-keys/{id}/rotate": {},
  "POST /api/v1/auth/password": {
    current_password: "not my password",
    new_password: "a long enough new password",
  },
  "POST /api/v1/auth/totp": { password: "not my password" },
  "POST /api/v1/auth/totp/confirm": { code: "000000" },
  "DELETE /api/v1/auth/totp": WRONG_PROOF,
  "POST /api/v1/auth/totp/recovery-codes": WRONG_PROOF,
  "POST /api/v1/auth/password/forgot": { email: "nobody@example.com" },
  "POST /api/v1/auth/password/reset": { token: "nobody's", new_password: "a long enough new password" },
  "POST /api/v1/oauth-clients": {
    name: "A client",
    type: "confidential",
    grants: ["client_credentials"],
    scopes: ["read"],
  },
  "PUT /api/v1/oauth-clients/{id}": { name: "B" },
  "POST /api/v1/identity-providers": IDENTITY_PROVIDER,
  "PUT /api/v1/identity-providers/{id}": { name: "B" },
  "POST /api/v1/users/me/notifications/read": {},
  "PUT /api/v1/users/{id}": { name: "Another Name" },
  "POST /api/v1/projects": { name: "Another project", framework: "soc2" },
  "PUT /api/v1/projects/{id}": { description: "New" },
  "POST /api/v1/projects/{id}/milestones": { name: "Audit", due_date: "2100-01-31T09:00:00Z" },
  "PUT /api/v1/projects/{id}/milestones/{milestoneId}": { name: "New" },
  "PUT /api/v1/projects/{id}/controls/{controlId}": { required_evidence: 2 },
  "POST /api/v1/projects/{id}/controls/{controlId}/comments": { text: "Which systems?" },
  "PUT /api/v1/evidence/{id}": { title: "New" },
  "PUT /api/v1/policies/{id}": { content: "# Another text" },
  "POST /api/v1/policies/{id}/file-as-evidence": { control_id: "CC6.1", format: "docx" },
  "POST /api/v1/evidence/{id}/acceptance": { decision: "accept" },
  "POST /api/v1/evidence/{id}/review": { decision: "reject", note: "Not dated" },
  "PATCH /api/findings/{id}": { category: "New" },
  "POST /api/findings/{id}/comments": { text: "Seen" },
  "POST /api/agents/{id}/heartbeat": {},
  "PUT /api/v1/webhooks/{id}": { description: "New" },
  "POST /api/v1/webhooks/{id}/rotate-secret": {},
  "POST /api/v1/webhooks/{id}/recover": { since: new Date(Date.now() - 3_600_000).toISOString() },
  "PUT /api/v1/questionnaires/{id}/items/{itemId}": { decision: "edit", answer: "Yes" },
  "POST /mcp": { jsonrpc: "2.0", id: 1, method: "tools/list" },
};
