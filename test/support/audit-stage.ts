import { afterAll, expect } from "@jest/globals";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { Answer } from "./api-client.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";
import { waitFor } from "./wait-for.ts";

const WAIT_MS = 180_000;

type Who = "admin" | "customer" | "auditor" | "foreign";

export interface AuditStage {
  product: Product;
  /** `foreign` is the customer of another company. */
  people: Record<Who, SignedIn>;
  projectId: string;
  /** Evidence: a rejected version and the approved one after it, and others by their state. */
  ids: Record<"first" | "second" | "waiting" | "deleted" | "quarantined" | "elsewhere", string>;
  /** Has the package built for a user, and downloads it. */
  packageFor(who: SignedIn): Promise<Buffer>;
}

/** The id in a successful response. */
async function done(answer: Promise<Answer>): Promise<string> {
  const { status, data } = (await answer) as Answer<{ id: string }>;
  expect(status).toBeLessThan(300);
  return data.id;
}

const fileOf = async (name: string, text: string) => ({ name, bytes: await makePdf({ pages: [[text]] }) });

const newProject = ({ admin, customer, auditor }: AuditStage["people"]): Promise<string> => {
  const who = { customer_id: customer.id, auditor_id: auditor.id };
  return done(admin.send("POST", "/api/v1/projects", { name: "=Filed", framework: "iso27001", ...who }));
};

type Scene = Pick<AuditStage, "product" | "people" | "projectId">;

const evidenceSteps = ({ people: { customer, auditor }, projectId }: Scene) => {
  const untilRead = async (answer: Promise<Answer>): Promise<string> => {
    const id = await done(answer);
    const status = async () => (await customer.get(`/api/v1/evidence/${id}`)).data.chunking_status;
    await waitFor(status, (reached) => reached === "COMPLETED", WAIT_MS);
    return id;
  };
  return {
    untilRead,
    uploaded: async (name: string, title: string, project = projectId): Promise<string> => {
      const fields = { project_id: project, control_id: "A.5.15", title };
      return untilRead(customer.upload(await fileOf(name, `${title}: every quarter.`), fields));
    },
    review: (id: string, decision: string, note: string, who = auditor) =>
      done(who.send("POST", `/api/v1/evidence/${id}/review`, { decision, note })),
  };
};

async function arrangeEvidence(scene: Scene): Promise<AuditStage["ids"]> {
  const { product, people } = scene;
  const { customer, admin } = people;
  const { untilRead, uploaded, review } = evidenceSteps(scene);
  const first = await uploaded("review-1.pdf", "=Access review");
  await review(first, "reject", "Two months are missing");
  const again = await fileOf("review-2.pdf", "All twelve months are in it.");
  const versions = `/api/v1/evidence/${first}/versions` as const;
  const second = await untilRead(customer.upload(again, {} as never, versions));
  await review(second, "approve", "Complete", admin);
  await review(second, "withdraw", "Read once more", admin);
  await review(second, "approve", "Complete after all");
  const deleted = await uploaded("gone.pdf", "Gone");
  await review(deleted, "reject", "Another company's");
  expect((await admin.send("DELETE", `/api/v1/evidence/${deleted}`)).body.success).toBe(true);
  const quarantined = await uploaded("bad.pdf", "Bad");
  await product.orm.em.fork().nativeUpdate(Evidence, { id: quarantined }, { status: "quarantined" });
  const elsewhere = await uploaded("other.pdf", "Of another project", await newProject(people));
  return { first, second, deleted, quarantined, elsewhere, waiting: await uploaded("wait.pdf", "Waiting") };
}

async function arrangeMarks({ people: { admin, customer, auditor }, projectId }: Scene): Promise<void> {
  const control = (number: string) => `/api/v1/projects/${projectId}/controls/${number}` as const;
  await done(customer.send("PUT", control("A.5.1"), { progress: 80, reason: "Done on paper" }));
  await done(auditor.send("POST", `${control("A.5.1")}/confirm`, { note: "Seen on site" }));
  const out = { not_applicable: true, justification: "The company has no offices" };
  await done(admin.send("PUT", control("A.7.1"), out));
  await done(admin.send("PUT", control("A.5.2"), { required_evidence: 3 }));
  const less = { required_evidence: 2, reason: "Two systems are in scope" };
  await done(customer.send("PUT", control("A.5.2"), less));
  const finding = { project_id: projectId, title: "Weak keys", severity: "High", control_id: "A.8.24" };
  await done(customer.send("POST", "/api/findings", finding));
}

async function packageOf(who: SignedIn, projectId: string): Promise<Buffer> {
  const body = { project_id: projectId, kind: "auditor_package" };
  const path = `/api/v1/reports/${await done(who.send("POST", "/api/v1/reports", body))}` as const;
  const report = await waitFor(
    async () => (await who.get(path)).data,
    ({ status }) => status === "completed" || status === "failed",
    WAIT_MS,
  );
  expect(report.error).toBeNull();
  return Buffer.from(await (await who.fetch(`${path}/file`)).arrayBuffer());
}

/** The product with an ISO 27001 project that contains everything a package reports: call it at the top. */
export async function startAuditStage(): Promise<AuditStage> {
  const product = await startProduct({ parts: ["worker"] });
  afterAll(() => product.stop(), 60_000);
  const people = {
    admin: await product.signIn("admin"),
    customer: await product.signIn("customer"),
    auditor: await product.signIn("auditor"),
    foreign: await product.signIn("customer"),
  };
  const projectId = await newProject(people);
  const scene = { product, people, projectId };
  const ids = await arrangeEvidence(scene);
  await arrangeMarks(scene);
  return { ...scene, ids, packageFor: (who) => packageOf(who, projectId) };
}
