import { describe, expect, test } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { laterEvents } from "./support/later-events.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile();
const manager = await product.signIn("manager");
const customer = await product.signIn("customer", { managerId: manager.id });
const shared = await product.signIn("customer");
const admin = await product.signIn("admin");

/** By someone who does not join the team. */
const create = () => newProject(admin, { customer_id: customer.id });
const add = (by: SignedIn, id: string, userId: string, role = "customer") =>
  by.send("POST", `/api/v1/projects/${id}/team`, { user_id: userId, role });
const eventsOf = (projectId: string) => laterEvents(product, projectId);
const kindsOf = async (projectId: string) => (await eventsOf(projectId)).map(({ kind }) => kind);

describe("the team", () => {
  test("shows a former member no more events of what they made, except their own removal", async () => {
    const id = await create();
    await add(customer, id, shared.id);
    const wanted = { type: "access_control", framework: "soc2", company_name: "Example", project_id: id };
    const { data: policy } = await shared.send("POST", "/api/v1/ai/generate/policy", wanted);
    expect((await customer.send("DELETE", `/api/v1/projects/${id}/team/${shared.id}`)).status).toBe(200);
    const change = { title: "The secret plan", content: "# Plan" };
    expect((await customer.send("PUT", `/api/v1/policies/${policy.id}`, change)).status).toBe(200);
    const { data } = await shared.get(`/api/v1/events?project_id=${id}`);
    expect(data.events.map(({ event }: { event: string }) => event)).toEqual([
      "project.member_removed",
      "project.member_added",
    ]);
  });

  test("adds and removes a user, effective with their next request", async () => {
    const id = await create();
    const see = async () => (await shared.get(`/api/v1/projects/${id}`)).status;
    expect(await see()).toBe(404);
    const { status, data } = await add(customer, id, shared.id);
    expect([status, data]).toEqual([
      201,
      {
        user_id: shared.id,
        user: { id: shared.id, name: "A customer", role: "customer" },
        role: "customer",
        joined_at: expect.any(String),
      },
    ]);
    expect(await see()).toBe(200);
    expect((await shared.get(`/api/v1/projects/${id}/team`)).data).toEqual({ team_members: [data] });
    expect((await customer.send("DELETE", `/api/v1/projects/${id}/team/${shared.id}`)).status).toBe(200);
    expect(await see()).toBe(404);
    expect(await kindsOf(id)).toEqual(["project.member_added", "project.member_removed"]);
    const member = { user_id: shared.id, role: "customer" };
    for (const event of await eventsOf(id)) expect(event.data["member"]).toEqual(member);
  });

  test("accepts any text as the function; rights stay those of the user's role", async () => {
    const id = await create();
    const { status, data } = await add(customer, id, shared.id, "Internal auditor, part time");
    expect([status, data.role]).toEqual([201, "Internal auditor, part time"]);
    const members = (await shared.get(`/api/v1/projects/${id}`)).data.team_members;
    expect(members).toContainEqual(data);
    expect((await add(customer, id, shared.id, " ")).status).toBe(400);
  });

  test("contains everyone once, even if two add them at the same time", async () => {
    const id = await create();
    const answers = await Promise.all([add(customer, id, shared.id), add(manager, id, shared.id)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await add(manager, id, shared.id, "auditor")).body.error.message).toMatch(/remove them first/);
    expect(await kindsOf(id)).toEqual(["project.member_added"]);
  });

  test("reports unknown users", async () => {
    const id = await create();
    const { status, body } = await add(customer, id, newId());
    expect([status, body.error.details["field"]]).toEqual([400, "user_id"]);
    expect((await customer.send("DELETE", `/api/v1/projects/${id}/team/${shared.id}`)).status).toBe(404);
  });
});
