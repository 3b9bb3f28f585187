import { parseRow, type AccessRow } from "./access-row.ts";

/**
 * The reviewed table of the status that each caller gets from each route: a change here changes permissions.
 * 404 means that the row is invisible to the caller, 403 that the action is forbidden.
 *
 * - First part, callers with the session of a sign-in: no one; the customer of the project, one it is shared
 *   with, one of another company; the auditor assigned to it and another; the manager of its people and
 *   another; an admin. What the route is about (the last word) belongs to the first customer.
 * - Second part, the same people with narrower credentials: a token with the scope `read`, an API key with
 *   every scope, a key confined to another project. `-` is what the session gets; a status is what they get
 *   instead, where it reveals less than the session's (404 less than 403 less than the rest). `403/404`:
 *   people/admins. A key that is used from the wrong address or outside its hours gets 403 wherever a sign-in
 *   is required, so it has no column. `403!`: role and scopes are checked before a large body is read, so
 *   these are reported first, whatever the row.
 * - Third part, the same in a demo project of another company: a customer, an auditor, a manager and an admin
 *   who may see demo projects. Those who may not get 404. `-` where the route is about no project.
 */
const TABLE = `
  anon cust shar fcus audi faud mana fman admi | read    key  conf | cust audi mana admi | route                                           | about
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/health                                 | nothing
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /.well-known/jwks.json                      | nothing
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /.well-known/oauth-protected-resource       | nothing
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /.well-known/oauth-protected-resource/mcp   | nothing
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | POST /api/v1/auth/login                         | login
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | POST /api/v1/auth/refresh                       | refresh token
  401  200  200  200  200  200  200  200  200  | -       403  403  | -                   | POST /api/v1/auth/logout                        | caller
  200  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/auth/session/identity-providers     | nothing
  401  200  200  200  200  200  200  200  200  | -       403  403  | -                   | DELETE /api/v1/auth/session                     | caller
# Every call has a wrong password: 400 for those who may change it.
  401  400  400  400  400  400  400  400  400  | 403     403  403  | -                   | POST /api/v1/auth/password                      | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/auth/totp                           | nothing
  401  400  400  400  400  400  400  400  400  | 403     403  403  | -                   | POST /api/v1/auth/totp                          | nothing
  401  409  409  409  409  409  409  409  409  | 403     403  403  | -                   | POST /api/v1/auth/totp/confirm                  | nothing
  401  400  400  400  400  400  400  400  400  | 403     403  403  | -                   | DELETE /api/v1/auth/totp                        | nothing
  401  400  400  400  400  400  400  400  400  | 403     403  403  | -                   | POST /api/v1/auth/totp/recovery-codes           | nothing
  202  202  202  202  202  202  202  202  202  | -       -    -    | -                   | POST /api/v1/auth/password/forgot               | nothing
  400  400  400  400  400  400  400  400  400  | -       -    -    | -                   | POST /api/v1/auth/password/reset                | nothing
  401  404  404  404  404  404  404  404  201  | 403     403  403  | -                   | POST /api/v1/users/{id}/password-reset          | user
  401  404  404  404  404  404  404  404  200  | 403     403  403  | -                   | DELETE /api/v1/users/{id}/totp                  | user
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/auth/profile                        | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/auth/permissions                    | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/auth/permissions/rows               | rows
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/users/me                            | nothing
  401  200  200  200  200  200  200  200  200  | 403     403  403  | -                   | GET /api/v1/users/me/sessions                   | nothing
  401  200  200  200  200  200  200  200  200  | 403     403  403  | -                   | DELETE /api/v1/users/me/sessions                | caller
  401  200  404  404  404  404  404  404  404  | 404     404  404  | -                   | DELETE /api/v1/users/me/sessions/{id}           | sign-in
  401  200  200  200  200  200  200  200  200  | 403     403  403  | -                   | GET /api/v1/users/me/consents                   | nothing
  401  200  404  404  404  404  404  404  404  | 404     404  404  | -                   | DELETE /api/v1/users/me/consents/{id}           | consent
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/users/me/notifications              | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/users/me/notifications/unread       | nothing
  401  200  200  200  200  200  200  200  200  | 403     -    -    | -                   | POST /api/v1/users/me/notifications/read        | nothing
  401  200  404  404  404  404  404  404  404  | 403     -    404  | -                   | POST /api/v1/users/me/notifications/{id}/read   | notification
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/users                               | nothing
  401  403  403  403  403  403  403  403  201  | 403     403  403  | -                   | POST /api/v1/users                              | new user
  401  200  404  404  404  404  200  404  200  | -       -    -    | -                   | GET /api/v1/users/{id}                          | customer
  401  404  404  404  404  404  200  404  200  | -       -    -    | -                   | GET /api/v1/users/{id}                          | report
  401  404  404  404  404  404  404  404  200  | -       -    -    | -                   | GET /api/v1/users/{id}                          | user
  401  200  404  404  404  404  403  404  200  | 403     -    403  | -                   | PUT /api/v1/users/{id}                          | customer
# The e-mail address, which only an admin may change, with a token.
  401  403  404  404  404  404  403  404  200  | 403     403  403  | -                   | PUT /api/v1/users/{id}                          | new address
  401  404  404  404  404  404  403  404  200  | 403     403  403  | -                   | DELETE /api/v1/users/{id}                       | report
  401  403  403  403  403  403  403  403  200  | 403     -    403  | -                   | GET /api/v1/invitations                         | nothing
  401  403  403  403  403  403  403  403  201  | 403     403  403  | -                   | POST /api/v1/invitations                        | new invitation
  401  404  404  404  404  404  404  404  200  | 404     -    404  | -                   | GET /api/v1/invitations/{id}                    | invitation
  401  404  404  404  404  404  404  404  200  | 404     403  404  | -                   | DELETE /api/v1/invitations/{id}                 | invitation
  401  404  404  404  404  404  404  404  200  | 404     403  404  | -                   | POST /api/v1/invitations/{id}/resend            | invitation
  401  404  404  404  404  404  404  404  201  | 404     403  404  | -                   | POST /api/v1/invitations/{id}/link              | invitation
  401  403  403  403  200  200  200  200  200  | 403     -    -    | -                   | GET /api/v1/audit-log                           | nothing
  401  403  403  403  200  200  200  200  200  | 403     -    -    | -                   | GET /api/v1/audit-log/export                    | nothing
  401  403  403  403  200  200  403  403  200  | 403     -    403  | -                   | GET /api/v1/audit-log/verification              | nothing
  401  403  403  403  403  403  403  403  200  | 403     -    403  | -                   | GET /api/v1/system/backlog                      | nothing
  401  403  403  403  403  403  403  403  200  | 403     -    403  | -                   | GET /api/v1/system/workflows                    | nothing
  401  403  403  403  403  403  403  403  202  | 403     -    403  | -                   | POST /api/v1/system/workflows/{workflowId}/retry | failed workflow
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/compliance/frameworks               | nothing
  401  403  403  403  403  403  403  403  200  | 403     -    403  | -                   | POST /api/v1/compliance/frameworks/import       | new catalogue
  401  403  403  403  403  403  403  403  200  | 403     -    403  | -                   | DELETE /api/v1/compliance/frameworks/{id}       | imported framework
  401  200  200  200  200  200  200  200  200  | -       -    403  | -                   | GET /api/v1/api-keys                            | nothing
  401  201  201  201  201  201  201  201  201  | 403     403  403  | -                   | POST /api/v1/api-keys                           | nothing
  401  200  404  404  404  404  404  404  200  | -/404   -    404  | -                   | GET /api/v1/api-keys/{id}                       | api key
  401  200  404  404  404  404  404  404  200  | 403/404 403  404  | -                   | DELETE /api/v1/api-keys/{id}                    | api key
  401  201  404  404  404  404  404  404  403  | 403/404 403  404  | -                   | POST /api/v1/api-keys/{id}/rotate               | api key
  401  403  403  403  403  403  403  403  200  | 403     403  403  | -                   | GET /api/v1/oauth-clients                       | nothing
  401  403  403  403  403  403  403  403  201  | 403     403  403  | -                   | POST /api/v1/oauth-clients                      | nothing
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | GET /api/v1/oauth-clients/{id}                  | oauth client
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | PUT /api/v1/oauth-clients/{id}                  | oauth client
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | DELETE /api/v1/oauth-clients/{id}               | oauth client
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | POST /api/v1/oauth-clients/{id}/rotate-secret   | oauth client
  401  403  403  403  403  403  403  403  200  | 403     403  403  | -                   | GET /api/v1/identity-providers                  | nothing
  401  403  403  403  403  403  403  403  201  | 403     403  403  | -                   | POST /api/v1/identity-providers                 | nothing
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | GET /api/v1/identity-providers/{id}             | identity provider
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | PUT /api/v1/identity-providers/{id}             | identity provider
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | DELETE /api/v1/identity-providers/{id}          | identity provider
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | POST /api/v1/identity-providers/{id}/test       | identity provider
  401  404  404  404  404  404  404  404  200  | 404     -    404  | -                   | GET /api/v1/users/{id}/upstream-accounts        | upstream account
  401  404  404  404  404  404  404  404  200  | 404     -    404  | -                   | DELETE /api/v1/users/{id}/upstream-accounts/{accountId} | upstream account
  401  403  403  403  403  403  403  403  200  | 403     -    403  | -                   | GET /api/v1/integrations                        | nothing
  401  403  403  403  403  403  403  403  200  | 403     403  403  | -                   | PUT /api/v1/integrations/{kind}                 | integration
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | DELETE /api/v1/integrations/{kind}              | integration
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | POST /api/v1/integrations/{kind}/test           | integration
  401  404  404  404  404  404  404  404  200  | 404     404  404  | -                   | POST /api/v1/integrations/slack/install         | slack to install
  401  200  200  200  200  200  200  200  200  | -       -    403  | -                   | GET /api/v1/linked-accounts                     | nothing
  401  200  404  404  404  404  404  404  200  | 403     403  404  | -                   | DELETE /api/v1/linked-accounts/{id}             | linked account
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/projects                            | nothing
  401  201  201  201  403  403  201  201  201  | 403     -    403  | -                   | POST /api/v1/projects                           | nothing
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/projects/{id}                       | project
  401  200  403  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/projects/{id}                       | project
  401  403  403  404  403  404  202  404  202  | 403     -    404  | 403  403  403  202  | DELETE /api/v1/projects/{id}                    | new project
  401  404  404  404  404  404  200  404  200  | -       -    404  | 404  404  404  200  | GET /api/v1/projects/{id}/deletion              | deleted project
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/projects/{id}/team                  | project
  401  200  200  404  200  404  200  404  200  | -       -    404  | 403  403  403  200  | GET /api/v1/projects/{id}/people                | project
  401  201  403  404  403  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/v1/projects/{id}/team                 | person to add
  401  200  403  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/v1/projects/{id}/team/{userId}      | team member
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/milestones                          | nothing
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/projects/{id}/milestones            | project
  401  201  403  404  403  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/v1/projects/{id}/milestones           | project
  401  200  403  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/projects/{id}/milestones/{milestoneId} | milestone
  401  200  403  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/v1/projects/{id}/milestones/{milestoneId} | milestone
  401  200  200  404  404  404  200  404  200  | -       -    404  | 200  404  200  200  | GET /api/customer/projects/{id}                 | project
  401  404  404  404  200  404  404  404  200  | -       -    404  | 404  200  404  200  | GET /api/auditor/projects/{id}                  | project
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/projects/{id}/controls/{controlId}  | control
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/projects/{id}/controls/{controlId}  | control
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/projects/{id}/controls              | several controls
# A statement of the audited party takes effect when someone else confirms it.
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/projects/{id}/controls/{controlId}/comments | control
  401  201  201  404  201  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/v1/projects/{id}/controls/{controlId}/comments | control
  401  403  403  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/v1/projects/{id}/controls/{controlId}/confirm | stated control
  401  403  403  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/v1/projects/{id}/controls/{controlId}/decline | stated control
  401  403  403  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/v1/projects/{id}/categories/confirm   | narrowed project
  401  403  403  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/v1/projects/{id}/categories/decline   | narrowed project
# Only its author withdraws a proposal: 409 for others who may make one.
  401  200  409  404  403  404  409  404  409  | 403     -    404  | 403  403  403  409  | POST /api/v1/projects/{id}/controls/{controlId}/withdraw | stated control
  401  200  403  404  403  404  409  404  409  | 403     -    404  | 403  403  403  409  | POST /api/v1/projects/{id}/categories/withdraw  | narrowed project
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/controls                            | nothing
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/compliance/controls                 | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/compliance/score                    | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/compliance/score/history            | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/compliance/gaps                     | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/compliance/overview                    | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/compliance/overview/detailed           | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/compliance/risk                        | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/compliance/summary                     | project's figures
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/compliance/graph                       | project's figures
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/evidence                            | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/evidence/stats                      | nothing
  401  201  201  404  403  403  201  404  201  | 403!    -    404  | 403  403  403  201  | POST /api/v1/evidence                           | upload
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/evidence/{id}                       | evidence
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/evidence/{id}                       | evidence
# An approval covers what its reviewer saw; only users who may review can extend it.
  401  403  403  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/evidence/{id}                       | more by accepted evidence
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/v1/evidence/{id}                    | evidence
# Evidence that an auditor accepted stays: no one in the company can delete it.
  401  403  403  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/v1/evidence/{id}                    | accepted evidence
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/evidence/{id}/versions              | evidence
  401  201  201  404  403  403  201  404  201  | 403!    -    404  | 403  403  403  201  | POST /api/v1/evidence/{id}/versions             | version
  401  201  201  404  403  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/v1/evidence/{id}/reuse                | evidence to reuse
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/evidence/{id}/file                  | evidence
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/evidence/{id}/ingestion             | evidence
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/evidence/{id}/suggested-controls    | evidence
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/evidence/{id}/passages              | evidence
# An API key has the scope "audit" only if its owner's role has it; a customer's has not.
  401  403  403  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/v1/evidence/{id}/review               | evidence
  401  403  403  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/v1/projects/{id}/evidence/review      | evidence to review
# The auditor's own judgement, which no one else can state.
  401  403  403  404  200  404  403  404  403  | 403     -    404  | 403  403  403  403  | POST /api/v1/evidence/{id}/acceptance           | accepted evidence
# No thumbnail has been drawn yet: 404 for those who may see it.
  401  404  404  404  404  404  404  404  404  | -       -    -    | 404  404  404  404  | GET /api/v1/evidence/{id}/thumbnail             | evidence
# It has been read: 409 for those who may retry.
  401  409  409  404  403  404  409  404  409  | 403     -    404  | 403  403  403  409  | POST /api/v1/evidence/{id}/ingestion/retry      | ingested evidence
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/findings                               | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/findings/stats                         | nothing
  401  201  201  404  201  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/findings                              | new finding
  401  200  200  404  200  404  200  404  200  | 403!    -    404  | 403  403  403  200  | POST /api/findings/import                       | new findings
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/findings/{id}                          | finding
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/findings/{id}/comments                 | finding
  401  200  200  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | PATCH /api/findings/{id}                        | finding
  401  200  200  404  200  404  200  404  200  | 403     -    404  | 403  403  403  200  | PATCH /api/v1/projects/{id}/findings            | several findings
  401  201  201  404  201  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/findings/{id}/comments                | finding
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/agents                                 | nothing
  401  201  201  404  403  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/agents                                | new agent
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/agents/{id}                            | agent
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | POST /api/agents/{id}/heartbeat                 | agent
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/agents/{id}                         | agent
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/reports                             | nothing
  401  202  202  404  202  404  202  404  202  | 403     -    404  | 403  403  403  202  | POST /api/v1/reports                            | new report
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/reports/{id}                        | requested report
# The question is about figures, so that no search is needed.
  401  200  200  404  200  404  200  404  200  | 403     -    404  | 200  200  200  200  | POST /api/v1/ai/chat                            | new question
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/ai/suggestions                      | project's figures
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/ai/conversations                    | nothing
  401  202  202  404  202  404  202  404  202  | 403     -    404  | 202  202  202  202  | POST /api/v1/ai/analyze                         | new analysis
  401  202  202  404  202  404  202  404  202  | 403     -    404  | 202  202  202  202  | POST /api/v1/ai/generate                        | new text
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/ai/jobs/{id}                        | analysis asked for
# Only its owner's, not even an admin's.
  401  200  404  404  404  404  404  404  404  | -       -    404  | 404  404  404  404  | GET /api/v1/ai/conversations/{id}               | conversation
  401  200  404  404  404  404  404  404  404  | 403/404 -    404  | 404  404  404  404  | DELETE /api/v1/ai/conversations/{id}            | conversation
# It has not been built yet: 409 for those who may download it.
  401  409  409  404  409  404  409  404  409  | -       -    404  | 409  409  409  409  | GET /api/v1/reports/{id}/file                   | requested report
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/ai/policy-types                     | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/policies                            | nothing
  401  201  201  404  403  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/v1/ai/generate/policy                 | new policy
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/policies/{id}                       | policy
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/policies/{id}/versions              | policy
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/policies/{id}/file                  | policy's text
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/policies/{id}                       | policy
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/v1/policies/{id}                    | policy
  401  201  201  404  403  404  201  404  201  | 403     -    404  | 403  403  403  201  | POST /api/v1/policies/{id}/file-as-evidence     | policy
  401  200  200  200  200  200  200  200  200  | 403     -    403  | -                   | GET /api/v1/webhooks                            | nothing
  401  201  201  201  201  201  201  201  201  | 403     -    403  | -                   | POST /api/v1/webhooks                           | new webhook
  401  200  404  404  404  404  404  404  200  | 404     -    404  | -                   | GET /api/v1/webhooks/{id}                       | webhook
  401  200  404  404  404  404  404  404  200  | 404     403  404  | -                   | PUT /api/v1/webhooks/{id}                       | webhook
  401  200  404  404  404  404  404  404  200  | 404     -    404  | -                   | DELETE /api/v1/webhooks/{id}                    | webhook
  401  200  404  404  404  404  404  404  200  | 404     403  404  | -                   | POST /api/v1/webhooks/{id}/rotate-secret        | webhook
  401  200  404  404  404  404  404  404  200  | 404     -    404  | -                   | GET /api/v1/webhooks/{id}/deliveries            | webhook
  401  200  404  404  404  404  404  404  200  | 404     -    404  | -                   | GET /api/v1/webhooks/{id}/deliveries/{deliveryId} | delivery
  401  200  404  404  404  404  404  404  200  | 404     -    404  | -                   | GET /api/v1/webhooks/{id}/deliveries/{deliveryId}/attempts | delivery
  401  202  404  404  404  404  404  404  202  | 404     -    404  | -                   | POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver | delivery
  401  202  404  404  404  404  404  404  202  | 404     -    404  | -                   | POST /api/v1/webhooks/{id}/test                 | webhook
  401  202  404  404  404  404  404  404  202  | 404     -    404  | -                   | POST /api/v1/webhooks/{id}/recover              | webhook
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/events                              | nothing
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/events/catalogue                    | nothing
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/events/{id}                         | event
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | GET /api/v1/questionnaires                      | nothing
  401  201  201  404  403  403  201  404  201  | 403!    -    404  | 403  403  403  201  | POST /api/v1/questionnaires                     | new questionnaire
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/questionnaires/{id}                 | questionnaire
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/questionnaires/{id}/items           | questionnaire
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/questionnaires/{id}/file            | questionnaire
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/questionnaires/{id}/items/{itemId}  | question
  401  200  200  404  200  404  200  404  200  | -       -    404  | 200  200  200  200  | GET /api/v1/questionnaires/{id}/items/{itemId}/earlier-answers | question
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | PUT /api/v1/questionnaires/{id}/items/{itemId}  | question
# It has not been answered yet: 409 for those who may retry.
  401  409  409  404  403  404  409  404  409  | 403     -    404  | 403  403  403  409  | POST /api/v1/questionnaires/{id}/retry          | questionnaire
  401  200  200  404  403  404  200  404  200  | 403     -    404  | 403  403  403  200  | DELETE /api/v1/questionnaires/{id}              | questionnaire
# test/mcp-tools.test.ts covers which tools each caller is offered, and their answers.
  401  200  200  200  200  200  200  200  200  | -       -    -    | -                   | POST /mcp                                       | nothing
`;

export const ACCESS_TABLE: readonly AccessRow[] = TABLE.split("\n")
  .slice(2)
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .map(parseRow);
