import { afterAll, expect, test } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createIngestionActivities } from "../../activities/evidence/ingestion.activities.ts";
import type { IngestionDeps } from "../../activities/evidence/ingestion-deps.ts";
import { createRefreshActivities } from "../../activities/evidence/refresh.activities.ts";
import { createWithdrawalActivities } from "../../activities/evidence/withdrawal.activities.ts";
import { createPasswordResetActivities } from "../../activities/identity/password-reset.activities.ts";
import { createSecurityChangeActivities } from "../../activities/identity/security-change.activities.ts";
import { createInvitationActivities } from "../../activities/invitations/invitation.activities.ts";
import type { MailingDeps } from "../../activities/mailing-deps.ts";
import { createWebhookNoticeActivities } from "../../activities/webhooks/webhook-notice.activities.ts";
import type { WhatsappDeps } from "../../activities/whatsapp/whatsapp-deps.ts";
import { createWhatsappActivities } from "../../activities/whatsapp/whatsapp.activities.ts";
import type { WithdrawalDeps } from "../../activities/evidence/withdrawal.activities.ts";

const { promise: untilTheEnd, reject } = Promise.withResolvers();
untilTheEnd.catch(() => undefined);
afterAll(() => reject(new Error("The test is over")));

/** Whatever is called does not return. */
const hung = (): unknown =>
  new Proxy(() => undefined, {
    get: (_target, name) => (name === "then" ? undefined : name === "fork" ? hung : hung()),
    apply: () => untilTheEnd,
  });

const deps = hung() as IngestionDeps & WithdrawalDeps & WhatsappDeps & MailingDeps;
const { answerWhatsapp, sendWhatsappReplies } = createWhatsappActivities(deps);
const activities = {
  ...createIngestionActivities(deps),
  ...createRefreshActivities(deps),
  ...createWithdrawalActivities(deps),
  ...createPasswordResetActivities(deps),
  ...createSecurityChangeActivities(deps),
  ...createInvitationActivities(deps),
  ...createWebhookNoticeActivities(deps),
  answerWhatsapp,
  sendWhatsappReplies,
};

/** Their workflows give them a heartbeat timeout, after which Temporal would start them a second time. */
test.concurrent.each(Object.entries(activities))(
  "%s shows that it is alive while it waits",
  async (_, run) => {
    const environment = new MockActivityEnvironment();
    const alive = new Promise((resolve) => environment.once("heartbeat", () => resolve("alive")));
    const ended = environment.run(run as (...args: unknown[]) => Promise<unknown>, "an id", "or a revision");
    ended.catch(() => undefined);
    await expect(Promise.race([alive, ended])).resolves.toBe("alive");
  },
  10_000,
);
