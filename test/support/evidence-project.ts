import { afterAll, expect } from "@jest/globals";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import type { AnswerTo } from "./api-client.ts";
import { newProjectOf, signInPeople } from "./new-project.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";

export interface EvidenceProject {
  product: Product;
  /** The customer and the auditor of the project, its administrator, and a customer of another company. */
  customer: SignedIn;
  auditor: SignedIn;
  admin: SignedIn;
  foreign: SignedIn;
  projectId: string;
  /** Another project of the same people. */
  newProject: (more?: object) => Promise<string>;
  pdf: Buffer;
  /** The required form fields of an upload, and more. */
  fields: (more?: object) => { project_id: string; control_id: string };
  upload: (name?: string, bytes?: Buffer, more?: object) => Promise<AnswerTo<"post", "/api/v1/evidence">>;
  /** Uploads, and returns the id. */
  uploaded: (more?: object) => Promise<string>;
}

async function arrange(product: Product): Promise<EvidenceProject> {
  const people = await signInPeople(product);
  const { customer } = people;
  const newProject = (more?: object): Promise<string> => newProjectOf(people, more);
  const projectId = await newProject();
  const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });
  const fields = (more: object = {}) => ({ project_id: projectId, control_id: "CC6.1", ...more });
  const upload = (name = "review.pdf", bytes = pdf, more: object = {}) =>
    customer.upload({ name, bytes }, fields(more));
  const uploaded = async (more: object = {}): Promise<string> => {
    const { status, data } = await upload("review.pdf", pdf, more);
    expect(status).toBe(201);
    return data.id;
  };
  return { product, ...people, projectId, newProject, pdf, fields, upload, uploaded };
}

/** The product with a project for evidence, for a whole test file: call it at the top; it stops automatically. */
export async function startEvidenceProject(): Promise<EvidenceProject> {
  const product = await startProduct();
  afterAll(() => product.stop());
  return arrange(product);
}
