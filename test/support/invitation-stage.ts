import { afterAll, expect } from "@jest/globals";
import { createInvitationActivities } from "../../activities/invitations/invitation.activities.ts";
import { Event } from "../../domain/events/event.entity.ts";
import { invitationWorkflowId } from "../../domain/invitations/invitation.rules.ts";
import { createMailer } from "../../integrations/mail/mailer.ts";
import { systemClock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { createLogger } from "../../platform/logger.ts";
import { startActivityWorker } from "./activity-worker.ts";
import type { ApiClient } from "./api-client.ts";
import { createBrowser, type Page } from "./browser.ts";
import { startMailbox } from "./mailbox.ts";
import { startProduct } from "./product.ts";
import { waitFor } from "./wait-for.ts";

const PATH = "/api/v1/invitations";
export const PASSWORD = "seven green bottles on a wall";
export const newAddress = () => `${newId()}@example.com`;

/** Fills in the form behind a link. */
export async function accept(link: string, fields: Record<string, string> = {}): Promise<Page> {
  const browser = createBrowser();
  const page = await browser.open(link);
  return browser.press(page, { name: "Kim Kunde", new_password: PASSWORD, ...fields });
}

/** The product with a mail server, and the workflow of invitations: call it at the top; it stops automatically. */
export async function startInvitations() {
  const mailbox = await startMailbox();
  const product = await startProduct();
  const logger = createLogger("test", "silent");
  const deps = { orm: product.orm, clock: systemClock, logger, publicUrl: product.config.publicUrl };
  const mailer = createMailer({ url: mailbox.url, from: "Compliance <compliance@example.com>" });
  const withMail = createInvitationActivities({ ...deps, mailer });
  const withoutMail = createInvitationActivities({ ...deps, mailer: null });
  const worker = await startActivityWorker(product.config, withMail);
  afterAll(async () => {
    await worker.stop();
    await product.stop();
    await mailbox.stop();
  });
  const admin = await product.signIn("admin");
  const invite = (body: object, by: ApiClient = admin) =>
    by.send("POST", PATH, { role: "customer", ...body });
  const workflowOf = (id: string, sends: number) =>
    worker.temporal.client.workflow.getHandle(invitationWorkflowId(id, sends));

  /** The result of a sending, which starts after the answer. */
  async function outcomeOf(id: string, sends: number): Promise<unknown> {
    await waitFor(
      () => product.orm.em.fork().count(Event, { subjectId: id, dispatchedAt: null }),
      (waiting) => waiting === 0,
    );
    return workflowOf(id, sends).result();
  }

  /** The link in the latest e-mail to the address. */
  function linkTo(email: string): string {
    const mail = mailbox.mails.findLast((text) => text.includes(`To: ${email}`))!;
    return /http\S+\/invitation\?token=[\w-]{43}/.exec(mail)![0];
  }

  /** A new invitation whose e-mail has arrived. */
  async function invited(body: object = {}): Promise<{ id: string; email: string; link: string }> {
    const email = newAddress();
    const { data } = await invite({ email, ...body });
    expect(await outcomeOf(data.id, 1)).toEqual({ outcome: "sent" });
    return { id: data.id, email, link: linkTo(email) };
  }

  return {
    product,
    mailbox,
    admin,
    withMail,
    withoutMail,
    invite,
    invited,
    linkTo,
    outcomeOf,
    workflowOf,
  };
}
