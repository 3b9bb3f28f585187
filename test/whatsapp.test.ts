import { beforeEach, describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { newProjectOf } from "./support/new-project.ts";
import { waitFor } from "./support/wait-for.ts";
import {
  deliver,
  deliveryOf,
  documentOf,
  newNumber,
  pressOf,
  saying,
  setUpWhatsapp,
  textOf,
} from "./support/whatsapp-phone.ts";
import { startWhatsappServer } from "./support/whatsapp-server.ts";
import { ask, followLink, linkedNumber, postedTo, wordsOf } from "./support/whatsapp-talk.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const server = await stopAfterAll(startWhatsappServer());
const product = await startProductForFile({ parts: ["worker", "retrieval"] });
const admin = await product.signIn("admin");
const [customer, auditor] = [await product.signIn("customer"), await product.signIn("auditor")];
await setUpWhatsapp(admin, server.url);
const projectId = await newProjectOf({ admin, customer, auditor }, { name: "Product X" });
const [phone, auditorPhone] = [await linkedNumber(product, customer), await linkedNumber(product, auditor)];
const pdf = await makePdf({
  pages: [["Access reviews take place every quarter.", "The badge of a leaver is taken on the last day."]],
});

/** The first reply to a message, and the words of the first reply to a text. */
const replyTo = async (from: string, content: object) =>
  wordsOf((await ask({ product, server }, from, content))[0]!);
const says = (from: string, text: string) => replyTo(from, textOf(text));
/** Meta holds the PDF under this id. */
const hold = (id: string) => server.media.set(id, { mimeType: "application/pdf", bytes: pdf });
/** The messages from a number, latest first. */
const storedFrom = (from: string) =>
  product.orm.em.fork().find(InboundMessage, { externalId: from }, { orderBy: { id: "desc" } });
const evidenceOf = async (title: string) =>
  (await customer.get(`/api/v1/evidence?project_id=${projectId}&search=${encodeURIComponent(title)}`)).data
    .evidence;
const uploaded = async (title: string): Promise<string> => {
  const fields = { project_id: projectId, control_id: "CC6.1", title };
  return (await customer.upload({ name: "review.pdf", bytes: pdf }, fields)).data.id;
};

describe("an unlinked number", () => {
  test("gets a link that works once, and nothing else", async () => {
    const stranger = newNumber();
    const first = await says(stranger, "status");
    expect(first).not.toContain("Product X");
    const url = /http\S+\/link\?token=\S+/.exec(first)![0];
    expect(await followLink(url, customer)).toBe(200);
    expect(await says(stranger, "status")).toContain("Product X");
    expect((await fetch(url)).status).toBe(404);
  });

  test("gets three links in 15 minutes, then no replies; its files are not downloaded", async () => {
    const stranger = newNumber();
    hold("strange");
    for (let n = 0; n < 3; n++) await says(stranger, "hello");
    await deliver(product, deliveryOf([saying(stranger, documentOf("strange", "x.pdf", "CC6.1 Strange"))]));
    const [last] = await waitFor(
      () => storedFrom(stranger),
      ([row]) => row?.handledAt !== null,
    );
    expect(last).toMatchObject({ outcome: "ignored", content: null, replies: [] });
    expect(postedTo(server, stranger)).toHaveLength(3);
    expect(server.tokens).toEqual([]);
  });
});

describe("text", () => {
  test.each([
    ["help", "search <words>"],
    ["status", "Product X"],
    ["gaps", "gaps"],
    ["findings", "no open findings"],
    ["projects", "Product X"],
    ["use product x", "Selected: Product X"],
    ["use nothing at all", "You have no project called"],
    ["good morning", "Not found in the evidence"],
  ])("%s", async (text, expected) => {
    expect(await says(phone, text)).toContain(expected);
  });

  test("is handled as the user: a customer of another company sees nothing of the project", async () => {
    const foreign = await linkedNumber(product, await product.signIn("customer"));
    expect(await says(foreign, "status")).toContain("You have no projects");
  });

  test("of one person is processed in order, even when it arrives at once", async () => {
    const from = await linkedNumber(product, customer);
    const messages = ["use Product X", "status", "projects"].map((text) => saying(from, textOf(text)));
    await deliver(product, deliveryOf(messages));
    const posted = await waitFor(
      async () => postedTo(server, from),
      ({ length }) => length === 3,
    );
    expect(posted.map((message) => wordsOf(message).split("\n")[0])).toEqual([
      "*Selected: Product X*",
      "*Product X*",
      "*Your projects*",
    ]);
  });

  test("delivered five times is answered once, and its text is not kept", async () => {
    const from = await linkedNumber(product, customer);
    const delivery = deliveryOf([saying(from, textOf("status"))]);
    await Promise.all(Array.from({ length: 5 }, () => deliver(product, delivery)));
    const rows = await waitFor(
      () => storedFrom(from),
      ([row]) => row?.handledAt !== null && row?.replies === null,
    );
    await deliver(product, delivery);
    expect(await says(from, "help")).toContain("What you can ask");
    expect(postedTo(server, from)).toHaveLength(2);
    expect(rows[0]).toMatchObject({ outcome: "answered", content: null });
  });

  test("of a deactivated user counts as unlinked", async () => {
    const leaver = await product.signIn("customer");
    const from = await linkedNumber(product, leaver);
    expect((await admin.send("DELETE", `/api/v1/users/${leaver.id}`)).status).toBe(200);
    expect(await says(from, "projects")).toContain("Who are you?");
  });
});

describe("a file", () => {
  // The result for a file arrives asynchronously, so each test has its own number.
  let from: string;
  beforeEach(async () => {
    from = await linkedNumber(product, customer);
  });

  test("becomes evidence of the control in its caption and is ingested; its sender gets both results", async () => {
    hold("m1");
    const caption = "CC6.1 Access review from the phone";
    const answered = await ask({ product, server }, from, documentOf("m1", "access.pdf", caption), 2);
    expect(wordsOf(answered[0]!)).toContain("Received: Access review from the phone");
    expect(wordsOf(answered[1]!)).toMatch(/Processed: Access review from the phone[\s\S]*Quality \d+/);
    const [evidence] = await evidenceOf("from the phone");
    expect(evidence).toMatchObject({ file_name: "access.pdf", status: "pending", uploaded_by: customer.id });
    await untilIngested(customer, evidence!.id);
    expect(server.tokens.at(-1)).toBe("Bearer an-access-token");
    expect(await says(from, "search badge of a leaver")).toContain("last day");
  });

  test("finds its control in any case", async () => {
    hold("m6");
    const reply = await replyTo(from, documentOf("m6", "leavers.pdf", "cc6.2: Leavers list"));
    expect(reply).toContain("Received: Leavers list");
    expect(reply).toContain("For CC6.2");
    expect(await evidenceOf("Leavers list")).toHaveLength(1);
  });

  test("without a control gets it from the next message", async () => {
    hold("m2");
    expect(await replyTo(from, documentOf("m2", "later.pdf"))).toContain("Which control");
    expect(await says(from, "ZZ99.9 Unknown")).toContain("That did not work");
    expect(await says(from, "CC6.2")).toContain("Received: later.pdf");
    expect(await evidenceOf("later.pdf")).toHaveLength(1);
  });

  test("waits for a control from its own sender only", async () => {
    hold("m7");
    expect(await replyTo(from, documentOf("m7", "mine.pdf"))).toContain("Which control");
    const colleague = await linkedNumber(product, customer);
    for (const other of [colleague, auditorPhone])
      expect(await says(other, "CC6.2")).not.toContain("Received");
    expect(await evidenceOf("mine.pdf")).toEqual([]);
    expect(await says(from, "CC6.2")).toContain("Received: mine.pdf");
  });

  const page = Buffer.from("<!doctype html><script>alert(document.domain)</script>");
  const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(512)]);
  test.each<[string, string, string, string, Buffer]>([
    ["a web page as a PDF", "l1", "lie.pdf", "application/pdf", page],
    ["a program as a photo", "l2", "lie.png", "image/png", program],
    ["a PDF with the name of a web page", "l3", "lie.html", "application/pdf", pdf],
    ["a PDF as a photo", "l4", "lie.jpg", "image/jpeg", pdf],
    ["a web page as a spreadsheet", "l5", "lie.xls", "application/vnd.ms-excel", page],
  ])("whose type is a lie is not accepted: %s", async (_what, id, name, type, bytes) => {
    // Meta repeats the type that the sender's phone states; its file server may state another.
    server.media.set(id, { mimeType: "text/html", bytes });
    const reply = await replyTo(from, documentOf(id, name, `CC6.1 Lie ${id}`, type));
    expect(reply).toContain("That did not work");
    expect(await evidenceOf(`Lie ${id}`)).toEqual([]);
  });

  test("delivered again is uploaded once", async () => {
    hold("m3");
    const delivery = deliveryOf([saying(from, documentOf("m3", "once.pdf", "CC6.3 Only once"))]);
    await Promise.all([deliver(product, delivery), deliver(product, delivery)]);
    await waitFor(
      () => evidenceOf("Only once"),
      ({ length }) => length > 0,
    );
    await deliver(product, delivery);
    await says(from, "help");
    expect(await evidenceOf("Only once")).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ["of another format", documentOf("m4", "x.zip", "CC6.1", "application/zip"), "format"],
    ["that does not match its name", documentOf("m5", "x.pdf", "CC6.1"), "That did not work"],
    ["that WhatsApp no longer stores", documentOf("gone", "x.pdf", "CC6.1"), "Send it again"],
  ])("%s is not accepted", async (_what, content, expected) => {
    server.media.set("m4", { mimeType: "application/zip", bytes: pdf });
    server.media.set("m5", { mimeType: "application/pdf", bytes: Buffer.from("PK not a PDF") });
    expect(await replyTo(from, content)).toContain(expected);
  });
});

describe("a review", () => {
  test("is offered with buttons, and decided by one; a second press changes nothing", async () => {
    const id = await uploaded("For approval");
    const waiting = await customer.get(`/api/v1/evidence?project_id=${projectId}&status=pending`);
    const count = Math.min(3, waiting.data.evidence.length);
    const offered = await ask({ product, server }, auditorPhone, textOf("review"), count);
    const buttons = offered.flatMap(({ interactive }) =>
      interactive!.action.buttons.map(({ reply }) => reply),
    );
    expect(buttons).toHaveLength(2 * count);
    expect(buttons).toEqual(
      expect.arrayContaining([
        { id: `approve:${id}`, title: "Approve" },
        { id: `reject:${id}`, title: "Reject" },
      ]),
    );
    expect(await replyTo(auditorPhone, pressOf(`approve:${id}`))).toContain("Approved: For approval");
    expect(await replyTo(auditorPhone, pressOf(`approve:${id}`))).toContain("That did not work");
    expect((await evidenceOf("For approval"))[0]).toMatchObject({
      status: "approved",
      reviewed_by: auditor.id,
    });
  });

  test("that rejects asks for the reason, which is the next text unless it is a command", async () => {
    const id = await uploaded("For rejection");
    const note = "The page with the signature is missing";
    expect(await replyTo(auditorPhone, pressOf(`reject:${id}`))).toContain("Why");
    expect(await says(auditorPhone, "projects")).toContain("Your projects");
    expect(await says(auditorPhone, note)).toContain("Rejected");
    expect((await evidenceOf("For rejection"))[0]).toMatchObject({ status: "rejected", review_note: note });
    expect(await says(auditorPhone, "And another thing")).toContain("Not found in the evidence");
  });

  test("can be cancelled", async () => {
    const id = await uploaded("For a second thought");
    await ask({ product, server }, auditorPhone, pressOf(`reject:${id}`));
    expect(await says(auditorPhone, "cancel")).toContain("Nothing was changed");
    expect((await evidenceOf("For a second thought"))[0]!.status).toBe("pending");
  });

  test.each(["approve:", "approve:1", "delete:00000000-0000-7000-8000-000000000000", "x".repeat(200)])(
    "with an unknown button (%s) is ignored",
    async (button) => {
      expect(await replyTo(auditorPhone, pressOf(button))).toContain("This button has expired");
    },
  );

  test("of one's own upload, or of something invisible, is refused", async () => {
    const id = await uploaded("My own");
    expect(await replyTo(phone, pressOf(`approve:${id}`))).toContain("That did not work");
    const foreign = await linkedNumber(product, await product.signIn("auditor"));
    const unseen = await replyTo(foreign, pressOf(`approve:${id}`));
    expect(unseen).toContain("not found");
    expect(unseen).not.toContain("My own");
    expect((await evidenceOf("My own"))[0]!.status).toBe("pending");
  });

  test("is not offered to a person who may not decide it", async () => {
    await uploaded("For others to decide");
    const colleague = await product.signIn("customer");
    const team = `/api/v1/projects/${projectId}/team`;
    await admin.send("POST", team, { user_id: colleague.id, role: "customer" });
    expect(await says(await linkedNumber(product, colleague), "review")).toContain("Nothing to review");
  });

  test("is recorded in the audit log with the number", async () => {
    const id = await uploaded("For the log");
    await ask({ product, server }, auditorPhone, pressOf(`approve:${id}`));
    const entries = await auditEntriesOf(product, admin, { action: "evidence.approved", subject_id: id });
    expect(JSON.stringify(entries)).toContain(`whatsapp:${auditorPhone}`);
  });
});
