import { expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { startS3Server, type S3Fault } from "./support/s3-server.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const server = await stopAfterAll(startS3Server());
const product = await startProductForFile({ parts: ["worker"], environment: server.environment });
const customer = await product.signIn("customer");
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

test.each<S3Fault>(["cut", "short", "swapped", 500])(
  "a store that is %s once costs neither a file its ingestion nor a package its file",
  async (fault) => {
    const projectId = await newProject(customer);
    const failed: string[] = [];
    const failOnce = (wanted: string): void => {
      server.faultOf = (method, key) => {
        if (method !== "GET" || !key.includes(wanted) || failed.length > 0) return null;
        failed.push(key);
        return fault;
      };
    };
    failOnce("original");
    const about = { project_id: projectId, control_id: "CC6.1" };
    const { id } = (await customer.upload({ name: "review.pdf", bytes: pdf }, about)).data;
    await untilIngested(customer, id);
    expect(failed.splice(0)).toEqual([`evidence/${id}/original`]);
    failOnce("original");
    const { data } = await customer.send("POST", "/api/v1/reports", {
      project_id: projectId,
      kind: "auditor_package",
    });
    const report = await waitFor(
      async () => (await customer.get(`/api/v1/reports/${data.id}`)).data,
      ({ status }) => status === "completed" || status === "failed",
    );
    expect(failed).toHaveLength(1);
    expect(report).toMatchObject({ status: "completed", error: null });
  },
  120_000,
);
