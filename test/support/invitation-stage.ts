import { expect } from "@jest/globals";
import { createInvitationActivities } from "../../activities/invitations/invitation.activities.ts";
import { Event } from "../../domain/events/event.entity.ts";
import { invitationWorkflowId } from "../../domain/invitations/invitation.rules.ts";
import { newId } from "../../platform/ids.ts";
import type { ApiClient } from "./api-client.ts";
import { createBrowser, type Page } from "./browser.ts";
import { startMailing } from "./mail-stage.ts";
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

/** The product with the workflow of invitations: call it at the top; it stops automatically. */
export async function startInvitations() {
  const stage = await startMailing(createInvitationActivities);
  const { product, mailsTo, temporal, withMail } = stage;
  const withoutMail = stage.withoutMail();
  const admin = await product.signIn("admin");
  const invite = (body: object, by: ApiClient = admin) =>
    by.send("POST", PATH, { role: "customer", ...body });
  const workflowOf = (id: string, sends: number) =>
    temporal.workflow.getHandle(invitationWorkflowId(id, sends));

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
    return /http\S+\/invitation\?token=[\w-]{43}/.exec(mailsTo({ email }).at(-1)!)![0];
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
    mailbox: stage.mailbox,
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
