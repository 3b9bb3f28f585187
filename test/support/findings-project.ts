import { afterAll, expect } from "@jest/globals";
import { Event } from "../../domain/events/event.entity.ts";
import type { AnswerData } from "./answer-types.ts";
import { newProjectOf } from "./new-project.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";

export interface FindingsProject {
  product: Product;
  /** The users of the project, one for each role; and a customer of another company. */
  customer: SignedIn;
  auditor: SignedIn;
  manager: SignedIn;
  admin: SignedIn;
  foreign: SignedIn;
  /** A new project with the same people. */
  newProject: () => Promise<string>;
  /** Creates a finding as the customer, and returns it. */
  raise: (projectId: string, more?: object) => Promise<AnswerData<"post", "/api/findings">>;
  /** The events of a subject, in order. */
  eventsOf: (subjectId: string) => Promise<{ kind: string; data: Record<string, unknown> }[]>;
}

async function arrange(product: Product): Promise<FindingsProject> {
  const manager = await product.signIn("manager");
  const customer = await product.signIn("customer", { managerId: manager.id });
  const auditor = await product.signIn("auditor");
  const foreign = await product.signIn("customer");
  const admin = await product.signIn("admin");
  const newProject = (): Promise<string> => newProjectOf({ admin, customer, auditor });
  const raise: FindingsProject["raise"] = async (projectId, more = {}) => {
    const body = { project_id: projectId, title: "Root key in use", severity: "High", ...more };
    const { status, data } = await customer.send("POST", "/api/findings", body);
    expect(status).toBe(201);
    return data;
  };
  const eventsOf: FindingsProject["eventsOf"] = async (subjectId) => {
    const events = await product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } });
    return events.map(({ kind, data }) => ({ kind, data }));
  };
  return { product, customer, auditor, manager, admin, foreign, newProject, raise, eventsOf };
}

/** The product with users who have findings, for a whole test file: call it at the top; it stops automatically. */
export async function startFindingsProject(): Promise<FindingsProject> {
  const product = await startProduct();
  afterAll(() => product.stop());
  return arrange(product);
}
