import { runAsSystem } from "../../activities/run-as-system.ts";
import { recordEvent } from "../../domain/events/record-event.ts";
import { Project } from "../../domain/projects/project.entity.ts";
import { User } from "../../domain/users/user.entity.ts";
import { Webhook } from "../../domain/webhooks/webhook.entity.ts";
import { newWebhookSecret, webhookSecretContext } from "../../domain/webhooks/webhook-secret.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";

const SUBSCRIBED = "project.updated";

export interface WebhookBench {
  /** Subscribes the customer's only active webhooks at these URLs. */
  subscribe(urls: readonly string[]): Promise<void>;
  /** Records one event in its own transaction: its id, and the time of the commit. */
  record(): Promise<{ id: string; at: number }>;
}

/** A customer with a project whose events are recorded. */
export async function setUpWebhookBench(orm: Orm, config: Config): Promise<WebhookBench> {
  const secrets = createSecretBox(config.encryptionKey);
  const [userId, projectId, now] = [newId(), newId(), new Date()];
  const em = orm.em.fork();
  const email = `${userId}@example.com`;
  const person = { id: userId, email, name: "Bench", role: "customer", preferences: {} } as const;
  const user = em.create(User, person);
  em.create(Project, {
    id: projectId,
    name: "Bench",
    framework: "soc2",
    customer: user,
    createdBy: user,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  const project = { id: projectId, name: "Bench", framework: "soc2", status: "active" };
  return {
    async subscribe(urls) {
      const inner = orm.em.fork();
      await inner.nativeUpdate(Webhook, { owner: userId }, { active: false });
      for (const url of urls) {
        const id = newId();
        const secret = secrets.seal(webhookSecretContext(id), newWebhookSecret());
        const createdAt = new Date();
        const row = { id, url, events: [SUBSCRIBED], secret, createdAt, updatedAt: createdAt };
        inner.create(Webhook, { ...row, owner: inner.getReference(User, userId) });
      }
      await inner.flush();
    },
    async record() {
      const id = await runAsSystem({ orm, clock: systemClock }, async (ctx) =>
        recordEvent(ctx, SUBSCRIBED, {
          subject: { id: projectId, project: { id: projectId } },
          data: { project, changed: ["description"] },
        }),
      );
      return { id, at: performance.timeOrigin + performance.now() };
    },
  };
}
