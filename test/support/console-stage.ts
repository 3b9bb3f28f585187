import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { makePng } from "../../dev/sample-files/make-image.ts";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { User } from "../../domain/users/user.entity.ts";
import type { Product, SignedIn } from "./product.ts";
import { untilIngestionEnded } from "./until-ingested.ts";

export interface ProjectStage {
  customer: SignedIn;
  manager: SignedIn;
  auditor: SignedIn;
  projectId: string;
}

export interface ConsoleStage extends ProjectStage {
  /** Assigned to the manager. */
  findingId: string;
  /** By title. */
  evidence: Map<string, string>;
}

const TEXT = [
  "Access review",
  "The rights of all accounts were compared with the role matrix on 30 September 2026.",
  "Nine accounts held rights beyond their role; they were reduced within two working days.",
  "The owner of each system signed the list. The next review is due in December 2026.",
];

export const pdfOf = (title: string): Promise<Buffer> =>
  makePdf({
    pages: [
      [title, ...TEXT],
      [`${title}, page two`, ...TEXT],
    ],
    headings: [title],
    title,
  });

/** A project with its people. */
export async function setProjectStage(product: Product): Promise<ProjectStage> {
  const [customer, manager, auditor, admin] = [
    await product.signIn("customer"),
    await product.signIn("manager"),
    await product.signIn("auditor"),
    await product.signIn("admin"),
  ];
  const names = new Map([
    [customer.id, "Casey Customer"],
    [manager.id, "Morgan Manager"],
    [auditor.id, "Audrey Auditor"],
  ]);
  const em = product.orm.em.fork();
  for (const [id, name] of names) await em.nativeUpdate(User, { id }, { name });
  const { data: project } = await admin.send("POST", "/api/v1/projects", {
    name: "Example Cloud: SOC 2",
    framework: "soc2",
    customer_id: customer.id,
    auditor_id: auditor.id,
    period_start: "2026-01-01",
    period_end: "2026-12-31",
    team_members: [{ user_id: manager.id, role: "manager" }],
    milestones: [{ name: "Fieldwork begins", due_date: "2100-01-15T09:00:00Z" }],
  });
  return { customer, manager, auditor, projectId: project.id };
}

/** A project with its people, a finding, and four pieces of evidence pending review, which a worker may read. */
export async function setEvidenceStage(product: Product): Promise<ConsoleStage> {
  const stage = await setProjectStage(product);
  const { customer, auditor, manager, projectId } = stage;
  const files: [name: string, control: string, bytes: Buffer][] = [
    ["Access review.pdf", "CC6.1", await pdfOf("Access review")],
    [
      "Incident plan.docx",
      "CC7.4",
      await makeDocx([{ heading: "Incident plan" }, ...TEXT.map((paragraph) => ({ paragraph }))]),
    ],
    ["Alarm panel.png", "CC6.4", await makePng(["Alarm panel"])],
    ["Vendor register.pdf", "CC9.2", await pdfOf("Vendor register")],
  ];
  const evidence = new Map<string, string>();
  for (const [name, control, bytes] of files) {
    const title = name.replace(/\.\w+$/, "");
    const fields = { project_id: projectId, control_id: control, title };
    const { data } = await customer.upload({ name, bytes }, fields);
    evidence.set(title, data.id);
  }
  const { data: finding } = await auditor.send("POST", "/api/findings", {
    project_id: projectId,
    title: "TLS 1.0 on the old host",
    severity: "High",
    assigned_to: manager.id,
  });
  return { ...stage, evidence, findingId: finding.id };
}

/** The same, once the evidence is ingested. Needs a worker and the search service. */
export async function setConsoleStage(product: Product): Promise<ConsoleStage> {
  const stage = await setEvidenceStage(product);
  for (const id of stage.evidence.values()) await untilIngestionEnded(stage.customer, id);
  return stage;
}
