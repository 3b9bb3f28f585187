import { expect } from "@jest/globals";
import type { ApiClient } from "./api-client.ts";
import type { Product, SignedIn } from "./product.ts";

/** Creates a project, of SOC 2 by default, and returns its id. */
export async function newProject(by: ApiClient, more: object = {}): Promise<string> {
  const answer = await by.send("POST", "/api/v1/projects", { name: "P", framework: "soc2", ...more });
  expect(answer.status).toBe(201);
  return answer.data.id;
}

/** The customer and the auditor of projects, the administrator who creates them, and another company's customer. */
export type ProjectPeople = Record<"admin" | "customer" | "auditor" | "foreign", SignedIn>;

export const signInPeople = async (product: Product): Promise<ProjectPeople> => ({
  admin: await product.signIn("admin"),
  customer: await product.signIn("customer"),
  auditor: await product.signIn("auditor"),
  foreign: await product.signIn("customer"),
});

export const newProjectOf = (
  { admin, customer, auditor }: Omit<ProjectPeople, "foreign">,
  more: object = {},
): Promise<string> => newProject(admin, { customer_id: customer.id, auditor_id: auditor.id, ...more });
