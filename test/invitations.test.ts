import { describe, expect, test } from "@jest/globals";
import { databaseCallerOf } from "../api/gateway/database-caller-of.ts";
import { entities } from "../domain/entities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { Invitation } from "../domain/invitations/invitation.entity.ts";
import { actorOf } from "../domain/users/actor-of.ts";
import { User } from "../domain/users/user.entity.ts";
import { actAs } from "../platform/database/database-caller.ts";
import { createOrm } from "../platform/database/orm.ts";
import { newId } from "../platform/ids.ts";
import { keyHeaders } from "./support/api-keys.ts";
import type { ApiClient } from "./support/api-client.ts";
import { createBrowser, type Page } from "./support/browser.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { historyText } from "./support/history-text.ts";
import { PASSWORD, accept, newAddress, startInvitations } from "./support/invitation-stage.ts";
import { newProject } from "./support/new-project.ts";
import { createPerson } from "./support/people.ts";
import { waitFor } from "./support/wait-for.ts";

const PATH = "/api/v1/invitations";

const { product, mailbox, admin, withMail, withoutMail, invite, invited, linkTo, outcomeOf, workflowOf } =
  await startInvitations();

const em = () => product.orm.em.fork();
const on = <A extends string>(id: string, action: A, by: ApiClient = admin) =>
  by.send("POST", `${PATH}/${id}/${action}`);
const read = async (id: string) => (await admin.get(`${PATH}/${id}`)).data;
const problemOf = ({ status, body }: Awaited<ReturnType<typeof invite>>) => [
  status,
  body.error?.code,
  body.error?.details["field"],
];
const open = (link: string): Promise<Page> => createBrowser().open(link);
const logIn = (email: string) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD });
const CANNOT = "This invitation cannot be used";

describe("an invitation", () => {
  test("is mailed, and its link creates the account with role, manager and projects", async () => {
    const manager = await createPerson(product.orm, "manager");
    const projectId = await newProject(admin);
    const { id, email, link } = await invited({ manager_id: manager.id, project_ids: [projectId] });
    expect(await read(id)).toMatchObject({
      email,
      role: "customer",
      status: "pending",
      mail: "sent",
      inviter: { id: admin.id },
      manager: { id: manager.id },
      project_ids: [projectId],
      user_id: null,
    });
    const page = await open(link);
    expect([page.status, page.html.includes(email)]).toEqual([200, true]);
    expect((await accept(link)).html).toContain("Your account is ready");
    const answer = await logIn(email);
    expect(answer.data.user).toMatchObject({ email, name: "Kim Kunde", role: "customer" });
    const userId = answer.data.user.id;
    const { data: user } = await admin.get(`/api/v1/users/${userId}`);
    expect(user.manager_id).toBe(manager.id);
    const { data: team } = await admin.get(`/api/v1/projects/${projectId}/team`);
    expect(team.team_members).toMatchObject([{ user_id: userId, role: "customer" }]);
    expect(await read(id)).toMatchObject({ status: "accepted", user_id: userId });
    expect(await eventKinds(product, id)).toEqual(["invitation.created", "invitation.accepted"]);
  });

  test("lasts for seven days, and only the hash of its token is kept", async () => {
    const { id, link } = await invited();
    const { created_at: from, expires_at: until } = await read(id);
    expect(Date.parse(until) - Date.parse(from)).toBe(7 * 86_400_000);
    const token = new URL(link).searchParams.get("token")!;
    const [row] = await em().execute<object[]>("select * from invitations where id = ?", [id]);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("is mailed even if the server refuses at first, and its history contains neither address nor token", async () => {
    mailbox.refuse(1);
    const { id, email, link } = await invited();
    const text = await historyText(workflowOf(id, 1));
    expect(text).not.toContain(email);
    expect(text).not.toContain(new URL(link).searchParams.get("token"));
    expect((await accept(link)).status).toBe(200);
  });

  test("is listed by status, role and address", async () => {
    const { email } = await invited({ role: "auditor" });
    const found = async (query: string) =>
      (await admin.get(`${PATH}?search=${email.toUpperCase()}&${query}`)).data.pagination.total;
    expect(await found("status=pending,accepted&role=auditor")).toBe(1);
    expect(await found("status=revoked,expired")).toBe(0);
    expect(await found("role=customer")).toBe(0);
  });

  test("to an address with an account or an invitation is a conflict", async () => {
    const { email: known } = await createPerson(product.orm, "customer", { active: false });
    const conflict = [409, "CONFLICT", "email"];
    expect(problemOf(await invite({ email: known.toUpperCase() }))).toEqual(conflict);
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 6 }, () => invite({ email })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(problemOf)).toContainEqual(conflict);
  });

  test.each([
    ["email", { email: "nowhere" }],
    ["role", { role: "owner" }],
    ["manager_id", { manager_id: newId() }],
    ["project_ids", { project_ids: [newId()] }],
  ])("reports an invalid %s", async (field, body) => {
    const answer = await invite({ email: newAddress(), ...body });
    expect(problemOf(answer)).toEqual([400, "VALIDATION_ERROR", field]);
  });

  test("requires an administrator with a token", async () => {
    const { id } = await invited();
    const headers = await keyHeaders(admin, { scopes: ["read", "write", "admin"] });
    const { anonymous } = product;
    expect((await anonymous.send("POST", PATH, { email: newAddress(), role: "admin" }, headers)).status).toBe(
      403,
    );
    for (const role of ["customer", "auditor", "manager"] as const) {
      const person = await product.signIn(role);
      expect((await person.get(PATH)).status).toBe(403);
      expect((await invite({ email: newAddress() }, person)).status).toBe(403);
      expect((await person.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await on(id, "resend", person)).status).toBe(404);
      expect((await on(id, "link", person)).status).toBe(404);
      expect((await person.send("DELETE", `${PATH}/${id}`)).status).toBe(404);
    }
  });

  test("is also hidden from everyone else by the database", async () => {
    await invited();
    const api = await createOrm(product.config, entities, "callers");
    const seenBy = async (role: "admin" | "manager") => {
      const { id } = await createPerson(product.orm, role);
      const actor = actorOf({ id, role, demoAllowed: false });
      const sql = "select count(*)::int as count from invitations";
      const [row] = await actAs(databaseCallerOf(actor), () =>
        api.em.fork().execute<{ count: number }[]>(sql),
      );
      return row!.count;
    };
    expect(await seenBy("manager")).toBe(0);
    expect(await seenBy("admin")).toBeGreaterThan(0);
    await api.close();
  });
});

describe("a link", () => {
  test("works once, even in ten simultaneous requests", async () => {
    const { email, link } = await invited();
    const pages = await Promise.all(Array.from({ length: 10 }, () => accept(link)));
    expect(pages.filter(({ html }) => html.includes("Your account is ready"))).toHaveLength(1);
    expect(await em().count(User, { email })).toBe(1);
  });

  test("stays valid if name or password are refused, and keeps the name", async () => {
    const { link } = await invited();
    const short = await accept(link, { new_password: "too short", name: "Kim <b>" });
    expect([short.status, /role="alert">The password .*at least 12/.test(short.html)]).toEqual([400, true]);
    expect(short.html).toContain('value="Kim &lt;b&gt;"');
    expect((await accept(link, { name: " " })).html).toContain("Enter a name");
    expect((await accept(link)).status).toBe(200);
  });

  test("that is unknown, used, revoked or expired gets the same page", async () => {
    const [used, revoked, expired] = [await invited(), await invited(), await invited()];
    await accept(used.link);
    await admin.send("DELETE", `${PATH}/${revoked.id}`);
    await em().nativeUpdate(Invitation, { id: expired.id }, { expiresAt: new Date() });
    const unknown = await open(`${product.config.publicUrl}/invitation?token=${"a".repeat(43)}`);
    expect([unknown.status, unknown.html.includes(CANNOT)]).toEqual([400, true]);
    for (const { link } of [used, revoked, expired]) expect((await open(link)).html).toBe(unknown.html);
    expect((await read(expired.id)).status).toBe("expired");
  });

  test("of a user who is no longer an active administrator does not work", async () => {
    const other = await product.signIn("admin");
    const email = newAddress();
    const { data } = await invite({ email }, other);
    await outcomeOf(data.id, 1);
    await admin.send("PUT", `/api/v1/users/${other.id}`, { role: "manager" });
    expect((await open(linkTo(email))).html).toContain(CANNOT);
    await admin.send("PUT", `/api/v1/users/${other.id}`, { role: "admin" });
    expect((await open(linkTo(email))).status).toBe(200);
    await admin.send("DELETE", `/api/v1/users/${other.id}`);
    expect((await open(linkTo(email))).html).toContain(CANNOT);
    expect((await read(data.id)).status).toBe("revoked");
  });

  test("creates the account without projects that no longer exist", async () => {
    const [gone, there] = [await newProject(admin), await newProject(admin)];
    const { id, email, link } = await invited({ project_ids: [gone, there] });
    await admin.send("DELETE", `/api/v1/projects/${gone}`);
    expect((await accept(link)).status).toBe(200);
    const event = await em().findOneOrFail(Event, { subjectId: id, kind: "invitation.accepted" });
    expect(event.data).toMatchObject({ joined: [there], user: { email } });
  });

  test.each([{ active: false }, { role: "customer" }])(
    "creates the account under a manager who became %j",
    async (change) => {
      const manager = await createPerson(product.orm, "manager");
      const { email, link } = await invited({ manager_id: manager.id });
      await admin.send("PUT", `/api/v1/users/${manager.id}`, change);
      expect((await accept(link)).status).toBe(200);
      const { id } = (await logIn(email)).data.user;
      expect((await admin.get(`/api/v1/users/${id}`)).data.manager_id).toBe(manager.id);
    },
  );

  test("to an address that has an account in the meantime changes nothing", async () => {
    const { email, link } = await invited();
    await admin.send("POST", "/api/v1/users", { email, name: "N", role: "customer", password: PASSWORD });
    expect((await accept(link)).html).toContain(CANNOT);
    expect((await logIn(email)).data.user.name).toBe("N");
  });
});

describe("sending again", () => {
  test("mails a new link in place of the old one, for seven more days", async () => {
    const { id, email, link } = await invited();
    await em().nativeUpdate(Invitation, { id }, { expiresAt: new Date() });
    expect((await on(id, "resend")).data).toMatchObject({ status: "pending", mail: "waiting" });
    expect(await outcomeOf(id, 2)).toEqual({ outcome: "sent" });
    const again = (await open(link)).html;
    expect([again.includes(CANNOT), again.includes('href="/sign-in"')]).toEqual([true, true]);
    expect((await accept(linkTo(email))).status).toBe(200);
    expect(await eventKinds(product, id)).toEqual([
      "invitation.created",
      "invitation.resent",
      "invitation.accepted",
    ]);
  });

  test("is a conflict once it was accepted or revoked", async () => {
    const [accepted, revoked] = [await invited(), await invited()];
    await accept(accepted.link);
    expect((await admin.send("DELETE", `${PATH}/${revoked.id}`)).status).toBe(200);
    for (const { id } of [accepted, revoked]) {
      for (const action of ["resend", "link"]) expect((await on(id, action)).status).toBe(409);
      expect((await admin.send("DELETE", `${PATH}/${id}`)).status).toBe(409);
    }
    expect((await invite({ email: revoked.email })).status).toBe(201);
  });

  test("is unnecessary without e-mail: an administrator passes the link on", async () => {
    const email = newAddress();
    const { data } = await invite({ email });
    await outcomeOf(data.id, 1);
    const sending = { invitationId: data.id, sends: 1 };
    expect(await withoutMail.mailInvitation(sending)).toBe("not configured");
    expect((await read(data.id)).mail).toBe("not_configured");
    const answer = await on(data.id, "link");
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect((await open(linkTo(email))).html).toContain(CANNOT);
    expect((await accept(answer.data.invitation_url)).status).toBe(200);
    expect(await withoutMail.mailInvitation(sending)).toBe("not configured");
  });

  test("leaves a link valid that was handed over while the mail server refused", async () => {
    const before = mailbox.refused();
    mailbox.refuse(1_000);
    const { data } = await invite({ email: newAddress() });
    await waitFor(
      async () => mailbox.refused(),
      (count) => count > before,
    );
    const { data: handedOver } = await on(data.id, "link");
    mailbox.refuse(0);
    expect(await outcomeOf(data.id, 1)).toEqual({ outcome: "superseded" });
    expect((await read(data.id)).mail).toBe("handed_over");
    expect((await accept(handedOver.invitation_url)).html).toContain("Your account is ready");
  });

  test("does not mail an outdated link", async () => {
    const { id } = await invited();
    await on(id, "resend");
    await outcomeOf(id, 2);
    expect(await withMail.mailInvitation({ invitationId: id, sends: 1 })).toBe("superseded");
  });
});
