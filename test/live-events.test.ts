import { describe, expect, test } from "@jest/globals";
import { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { Socket, type AddressInfo } from "node:net";
import express, { type Response } from "express";
import { runAsSystem } from "../activities/run-as-system.ts";
import type { StreamMessage } from "../api/history/event-listener.ts";
import { createLiveEvents, type EventClient } from "../api/history/live-events.ts";
import { Event } from "../domain/events/event.entity.ts";
import { EVENTS_CHANNEL } from "../domain/events/event.rules.ts";
import { firstIdAt, type SeenEvent } from "../domain/history/event-tail.ts";
import { removeProjectRows } from "../domain/projects/project-deletion.commands.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { actorOf } from "../domain/users/actor-of.ts";
import { User } from "../domain/users/user.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { listen } from "../platform/database/listen.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import type { ApiClient } from "./support/api-client.ts";
import { listenTo, type ReceivedEvent } from "./support/event-stream.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { silentWake } from "./support/silent-wake.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { waitFor } from "./support/wait-for.ts";

const STREAM = "/api/v1/events/stream";
const SILENT = createLogger("test", "silent");

const product = await startProductForFile();
const people = await signInPeople(product);
const { customer, foreign, auditor } = people;
const admin = await product.signIn("admin");
const newProject = () => newProjectOf(people);
const projectId = await newProject();

const subscribe = (client: ApiClient, query = "", headers: Record<string, string> = {}) =>
  stopAfterAll(listenTo(client, `${STREAM}${query}`, headers));

const raise = async (title: string, project = projectId): Promise<string> => {
  const body = { project_id: project, title, severity: "Low" };
  return (await customer.send("POST", "/api/findings", body)).data.id;
};

const removeRows = (project: string): Promise<void> =>
  runAsSystem({ orm: product.orm, clock: systemClock }, (ctx) => removeProjectRows(ctx, project));

const titlesIn = (received: readonly ReceivedEvent[]): string[] =>
  received.flatMap(({ data }) => data.data?.finding?.title ?? []);

describe("a stream of events", () => {
  test("sends events to those who may see them, and to no one else", async () => {
    const [mine, theirs, others] = [
      await subscribe(customer),
      await subscribe(auditor),
      await subscribe(foreign),
    ];
    const id = await raise("Port open");
    for (const stream of [mine, theirs]) {
      const received = await stream.next(({ data }) => data.event === "finding.created");
      expect(received.data).toMatchObject({ project_id: projectId, subject_id: id, actor_id: customer.id });
      expect(received.id).toBe(received.data.id);
    }
    const own = await foreign.send("POST", "/api/v1/projects", { name: "Theirs", framework: "soc2" });
    const received = await others.next(({ data }) => data.event === "project.created");
    expect(received.data.subject_id).toBe(own.data.id);
    expect(titlesIn(others.received)).toEqual([]);
  });

  test("sends the deletion of a project to those who saw it", async () => {
    const deleted = await newProject();
    const [mine, others] = [await subscribe(customer), await subscribe(foreign)];
    expect((await admin.send("DELETE", `/api/v1/projects/${deleted}`)).status).toBe(202);
    const received = await mine.next(({ data }) => data.event === "project.deleted");
    expect(received.data.subject_id).toBe(deleted);
    const own = await foreign.send("POST", "/api/v1/projects", { name: "Last", framework: "soc2" });
    await others.next(({ data }) => data.subject_id === own.data.id);
    expect(others.received.map(({ data }) => data.subject_id)).not.toContain(deleted);
  });

  test("sends the deletion of a project whose row is removed before the event is read", async () => {
    const deleted = await newProject();
    const woken = Promise.withResolvers<void>();
    const seen: string[] = [];
    const user = await product.orm.em.fork().findOneOrFail(User, { id: customer.id });
    const actor = actorOf(user);
    const live = createLiveEvents({
      orm: product.orm,
      authenticator: { authenticateAgain: async () => ({ actor }) as never },
      listen: () => ({ next: () => woken.promise, close: async () => undefined }),
      listenForEnds: silentWake,
      clock: systemClock,
      logger: SILENT,
    });
    const present = ({ id, kind }: SeenEvent): StreamMessage => {
      seen.push(kind);
      return { id, text: `id: ${id}\n\n` };
    };
    const client = { actor, wants: () => true, missed: async () => [], present } as unknown as EventClient;
    const app = express().get("/", (_request, response) => live.stream(client, response));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect((await admin.send("DELETE", `/api/v1/projects/${deleted}`)).status).toBe(202);
    await removeRows(deleted);
    woken.resolve();
    await waitFor(
      async () => seen,
      (kinds) => kinds.includes("project.deleted"),
    );
    await live.stop();
    server.closeAllConnections();
    server.close();
  });

  test("can be limited to kinds and a project", async () => {
    const another = await newProject();
    const narrow = await subscribe(customer, `?kind=finding.created&project_id=${another}`);
    await raise("Elsewhere");
    const id = await raise("Here", another);
    await customer.send("POST", `/api/findings/${id}/comments`, { text: "Seen" });
    await raise("Here again", another);
    await narrow.next(({ data }) => data.data.finding?.title === "Here again");
    expect(titlesIn(narrow.received)).toEqual(["Here", "Here again"]);
    expect((await customer.get(`${STREAM}?kind=nothing`)).status).toBe(400);
  });

  test("resumes after the last event, including late commits", async () => {
    const before = await subscribe(customer);
    await raise("Heard");
    const last = await before.next(({ data }) => data.data.finding?.title === "Heard");
    before.close();
    await raise("Missed");
    const after = await subscribe(customer, "", { "last-event-id": last.id });
    await after.next(({ data }) => data.data.finding?.title === "Missed");
    expect(after.received.map(({ id }) => id)).not.toContain(last.id);
    await raise("Live");
    await after.next(({ data }) => data.data.finding?.title === "Live");
    const ids = after.received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);

    const stranger = await subscribe(foreign, "", { "last-event-id": last.id });
    await foreign.send("POST", "/api/v1/projects", { name: "Mark", framework: "soc2" });
    await stranger.next(({ data }) => data.event === "project.created" && data.data.project?.name === "Mark");
    expect(titlesIn(stranger.received)).toEqual([]);
  });

  test("resumes with the deletion of a project, for those who saw it", async () => {
    const deleted = await newProject();
    const before = await subscribe(customer);
    await raise("Last before the deletion", deleted);
    const last = await before.next(({ data }) => data.data.finding?.title === "Last before the deletion");
    before.close();
    expect((await admin.send("DELETE", `/api/v1/projects/${deleted}`)).status).toBe(202);
    await removeRows(deleted);
    const after = await subscribe(customer, "", { "last-event-id": last.id });
    await after.next(({ data }) => data.event === "project.deleted" && data.subject_id === deleted);
    after.close();
    const stranger = await subscribe(foreign, "", { "last-event-id": last.id });
    await foreign.send("POST", "/api/v1/projects", { name: "Also deleted", framework: "soc2" });
    await stranger.next(({ data }) => data.data.project?.name === "Also deleted");
    stranger.close();
    expect(stranger.received.map(({ data }) => data.subject_id)).not.toContain(deleted);
  });

  test("begins with what a page missed since it read its data, and with nothing from long before", async () => {
    const witness = await subscribe(customer);
    await raise("While the page loaded");
    await witness.next(({ data }) => data.data.finding?.title === "While the page loaded");
    witness.close();
    for (const client of [customer, auditor, admin]) {
      const page = await subscribe(client, `?since=${new Date(Date.now() - 1_000).toISOString()}`);
      await page.next(({ data }) => data.data.finding?.title === "While the page loaded");
      page.close();
    }
    const later = await subscribe(customer, `?since=${new Date(Date.now() + 60_000).toISOString()}`);
    await raise("After the page");
    await later.next(({ data }) => data.data.finding?.title === "After the page");
    later.close();
    expect(titlesIn(later.received)).toEqual(["After the page"]);
  });

  test("begins with an event that was committed after the page read its data, however long its transaction took", async () => {
    const em = product.orm.em.fork();
    const now = Date.now();
    const recordedAt = now - 30_000;
    const idOf = () => firstIdAt(recordedAt).slice(0, 24) + newId().slice(24);
    const about = { kind: "finding.created", project: projectId, occurredAt: new Date(recordedAt) };
    const titled = (title: string, publishedAt: Date | null) => {
      const subjectId = newId();
      const finding = { id: subjectId, title, severity: "Low", status: "open" };
      return { ...about, id: idOf(), subjectId, data: { finding }, dispatchedAt: new Date(), publishedAt };
    };
    const published = new Date(recordedAt + 1_000);
    await em.insertMany(Event, [titled("Committed late", null), titled("Long seen", published)]);
    const page = await subscribe(customer, `?since=${new Date(now - 5_000).toISOString()}`);
    await page.next(({ data }) => data.data.finding?.title === "Committed late");
    page.close();
    expect(titlesIn(page.received)).not.toContain("Long seen");
  });

  test("sends a reset if too much was missed, or the event is unknown", async () => {
    const known = newId();
    const ofAnotherVersion = `${known.slice(0, 14)}4${known.slice(15)}`;
    for (const id of ["1", ofAnotherVersion]) {
      const stream = await subscribe(customer, "", { "last-event-id": id });
      expect((await stream.next(() => true)).event).toBe("reset");
      stream.close();
    }
    const em = product.orm.em.fork();
    const first = newId();
    const now = new Date();
    const about = { kind: "ping", project: projectId, data: {}, occurredAt: now };
    const rows = Array.from({ length: 501 }, () => ({
      ...about,
      id: newId(),
      subjectId: newId(),
      dispatchedAt: now,
      publishedAt: now,
    }));
    await em.insertMany(Event, rows);
    const stream = await subscribe(customer, "", { "last-event-id": first });
    expect((await stream.next(() => true)).event).toBe("reset");
    await em.nativeDelete(Event, { kind: "ping" });
  });

  test("sends nothing once the project is no longer visible", async () => {
    const project = await newProject();
    const stream = await subscribe(auditor, `?project_id=${project}`);
    await raise("Before", project);
    await stream.next(({ data }) => data.data.finding?.title === "Before");
    await product.orm.em.fork().nativeUpdate(Project, { id: project }, { auditor: null });
    const witness = await subscribe(customer, `?project_id=${project}`);
    await raise("After", project);
    await witness.next(({ data }) => data.data.finding?.title === "After");
    await raise("Mark");
    expect(titlesIn(stream.received)).toEqual(["Before"]);
  });

  test("ends with the session, without further events", async () => {
    const leaving = await product.signIn("auditor");
    const [stream, witness] = [await subscribe(leaving), await subscribe(customer)];
    const project = await newProject();
    await product.orm.em.fork().nativeUpdate(Project, { id: project }, { auditor: leaving.id });
    await leaving.send("POST", "/api/v1/auth/logout");
    await raise("Too late", project);
    await witness.next(({ data }) => data.data.finding?.title === "Too late");
    await stream.ended;
    expect(titlesIn(stream.received)).toEqual([]);
  });

  test("ends when the caller's rights change", async () => {
    const person = await product.signIn("customer");
    const stream = await subscribe(person);
    const manager = await product.signIn("manager");
    await product.orm.em.fork().nativeUpdate(User, { id: person.id }, { manager: manager.id });
    await person.send("POST", "/api/v1/projects", { name: "Mine", framework: "soc2" });
    await stream.ended;
    expect(stream.received).toEqual([]);
  });

  test("requires a sign-in, and is limited per caller", async () => {
    expect((await product.anonymous.get(STREAM)).status).toBe(401);
    const person = await product.signIn("customer");
    const streams = [];
    for (let n = 0; n < 10; n += 1) streams.push(await subscribe(person));
    const refused = await person.get(STREAM);
    expect([refused.status, refused.body.error.code]).toEqual([429, "RATE_LIMITED"]);
    for (const stream of streams) stream.close();
    expect((await customer.fetch(STREAM, { method: "HEAD" })).status).toBe(200);
  });

  test("answers 503 if the process stops before the stream begins", async () => {
    const live = createLiveEvents({
      orm: product.orm,
      authenticator: { authenticateAgain: () => Promise.reject(new Error("not asked")) },
      listen: () => listen(product.config.DATABASE_URL, EVENTS_CHANNEL, SILENT),
      listenForEnds: silentWake,
      clock: systemClock,
      logger: SILENT,
    });
    const [reached, missed] = [Promise.withResolvers<void>(), Promise.withResolvers<[]>()];
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const client = {
      actor: { id: newId() },
      missed: () => {
        reached.resolve();
        return missed.promise;
      },
    } as unknown as EventClient;
    const streaming = live.stream(client, response as unknown as Response);
    await reached.promise;
    const stopped = live.stop();
    missed.resolve([]);
    await expect(streaming).rejects.toThrow("The service is stopping");
    expect(response.headersSent).toBe(false);
    await stopped;
  });
});
