import { expect } from "@jest/globals";
import { linkAccount } from "../../domain/integrations/linked-account.commands.ts";
import { User } from "../../domain/users/user.entity.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";
import { SLACK_SECRET, TEAM } from "./slack-requests.ts";
import { waitFor } from "./wait-for.ts";

/** Configures Slack as an admin does, and waits until it takes effect. */
export async function connectSlack(product: Product, more: object = {}): Promise<void> {
  const admin = await product.signIn("admin");
  const settings = {
    bot_token: "xoxb-of-the-test",
    signing_secret: SLACK_SECRET,
    default_channel: "#compliance",
    ...more,
  };
  expect((await admin.send("PUT", "/api/v1/integrations/slack", settings)).status).toBe(200);
  // Without a signature it is refused, once Slack is configured.
  await waitFor(
    async () => (await product.anonymous.send("POST", "/webhooks/slack/events", {})).status,
    (status) => status === 401,
  );
}

/** Links this Slack user to the user; test/slack-commands.test.ts uses the page instead. */
export async function linkInSlack(product: Product, { id }: Person, slackUser: string): Promise<void> {
  await product.orm.em.fork().transactional(async (em) => {
    const ctx = { em, actor: null, clock: systemClock, events: [] };
    const person = { kind: "slack", externalId: `${TEAM}:${slackUser}`, displayName: slackUser } as const;
    await linkAccount(ctx, { person, user: await em.findOneOrFail(User, { id }) });
  });
}
