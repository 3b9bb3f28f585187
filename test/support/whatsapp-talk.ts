import { expect } from "@jest/globals";
import { requestLink } from "../../domain/integrations/linked-account.commands.ts";
import { systemClock } from "../../platform/clock.ts";
import { createBrowser } from "./browser.ts";
import { PASSWORD } from "./people.ts";
import type { Product, SignedIn } from "./product.ts";
import { waitFor } from "./wait-for.ts";
import { deliver, deliveryOf, newNumber, saying } from "./whatsapp-phone.ts";
import type { Posted, WhatsappServer } from "./whatsapp-server.ts";

/** Signs in on a link's page and agrees. */
export async function followLink(url: string, { email }: Pick<SignedIn, "email">): Promise<number> {
  const browser = createBrowser();
  const form = await browser.open(url);
  const confirm = await browser.press(form, { action: "sign-in", email, password: PASSWORD });
  return (await browser.press(confirm, { action: "allow" })).status;
}

/** A new number, linked to the user. */
export async function linkedNumber(product: Product, who: SignedIn): Promise<string> {
  const from = newNumber();
  const person = { kind: "whatsapp", externalId: from, displayName: `+${from}` } as const;
  const em = product.orm.em.fork();
  const url = await requestLink({ em, clock: systemClock }, person, product.config.publicUrl);
  expect(await followLink(url, who)).toBe(200);
  return from;
}

export const wordsOf = ({ text, interactive, template }: Posted): string =>
  text?.body ?? interactive?.body.text ?? template!.components[0]!.parameters[0]!.text;

/** The messages sent to a number. */
export const postedTo = (server: WhatsappServer, to: string): Posted[] =>
  server.posted.filter((message) => message.to === to);

/** Sends a message and waits for this many replies; returns the new ones. */
export async function ask(
  { product, server }: { product: Product; server: WhatsappServer },
  from: string,
  content: object,
  count = 1,
): Promise<Posted[]> {
  const before = postedTo(server, from).length;
  expect((await deliver(product, deliveryOf([saying(from, content)]))).status).toBe(200);
  const all = await waitFor(
    async () => postedTo(server, from),
    (posted) => posted.length >= before + count,
  );
  return all.slice(before);
}
