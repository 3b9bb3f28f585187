import { afterAll, expect } from "@jest/globals";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import type { AnswerTo } from "./api-client.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";

export interface EvidenceProject {
  product: Product;
  /** The customer and the auditor of the project, and a customer of another company. */
  customer: SignedIn;
  auditor: SignedIn;
  foreign: SignedIn;
  projectId: string;
  pdf: Buffer;
  /** The required form fields of an upload, and more. */
  fields: (more?: object) => { project_id: string; control_id: string };
  upload: (name?: string, bytes?: Buffer, more?: object) => Promise<AnswerTo<"post", "/api/v1/evidence">>;
  /** Uploads, and returns the id. */
  uploaded: (more?: object) => Promise<string>;
}

async function arrange(product: Product): Promise<EvidenceProject> {
  const customer = await product.signIn("customer");
  const auditor = await product.signIn("auditor");
  const foreign = await product.signIn("customer");
  const admin = await product.signIn("admin");
  const body = { name: "P", framework: "soc2", customer_id: customer.id, auditor_id: auditor.id };
  const projectId = (await admin.send("POST", "/api/v1/projects", body)).data.id;
  const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });
  const fields = (more: object = {}) => ({ project_id: projectId, control_id: "CC6.1", ...more });
  const upload = (name = "review.pdf", bytes = pdf, more: object = {}) =>
    customer.upload({ name, bytes }, fields(more));
  const uploaded = async (more: object = {}): Promise<string> => {
    const { status, data } = await upload("review.pdf", pdf, more);
    expect(status).toBe(201);
    return data.id;
  };
  return { product, customer, auditor, foreign, projectId, pdf, fields, upload, uploaded };
}

/** The product with a project for evidence, for a whole test file: call it at the top; it stops automatically. */
export async function startEvidenceProject(): Promise<EvidenceProject> {
  const product = await startProduct();
  afterAll(() => product.stop());
  return arrange(product);
}
