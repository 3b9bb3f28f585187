import { inDetail } from "../../domain/evidence/evidence.queries.ts";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import type { FileStorage } from "../../domain/evidence/storage.ts";
import { filePolicy, requireProject } from "../../domain/policies/policy.commands.ts";
import { visiblePolicy, loadPolicy, readPolicyText } from "../../domain/policies/policy.queries.ts";
import type { FileTasks } from "../../extraction/file-tasks.ts";
import { newId } from "../../platform/ids.ts";
import { reads, may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import type { EvidenceFileDeps } from "../evidence/evidence-files.routes.ts";
import { EvidenceDetail, presentDetail } from "../evidence/evidence.contract.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { FileAsEvidenceBody, FileQuery } from "./policies.contract.ts";
import { policyFile } from "./policy-file.ts";
import { markDownload } from "../../platform/web/mark-download.ts";

const PATH = "/api/v1/policies/:id";

interface PolicyFileDeps extends EvidenceFileDeps, Pick<FileStorage, "projectBytes"> {
  fileTasks: FileTasks;
}

const file = ({ fileTasks }: PolicyFileDeps): Route =>
  defineRoute({
    method: "get",
    path: `${PATH}/file`,
    summary: "Download a version of a policy",
    access: reads(visiblePolicy),
    params: IdParams,
    query: FileQuery,
    answer: "raw",
    act: async (ctx, { query }, policy) =>
      policyFile(await readPolicyText(ctx, policy, query.version), query.format, {
        fileTasks,
        caller: ctx.actor.id,
      }),
    present:
      ({ fileName, contentType, bytes }): RawAnswer =>
      (response) => {
        markDownload(response, fileName).set({
          "Content-Type": contentType,
          "Cache-Control": "private, no-cache",
        });
        response.end(bytes);
      },
  });

const fileAsEvidence = ({ blobs, fileTasks, projectBytes }: PolicyFileDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/file-as-evidence`,
    summary: "File the latest version as evidence for a control of the policy's project",
    access: may("policy.write"),
    params: IdParams,
    body: FileAsEvidenceBody,
    storesFile: true,
    status: 201,
    answers: { 409: "The policy belongs to no project, or its project is archived" },
    output: EvidenceDetail,
    load: (ctx: RouteContext, { params }) => loadPolicy(ctx, params.id),
    act: async (ctx, { body }, policy) => {
      requireProject(policy);
      const made = await policyFile(await readPolicyText(ctx, policy), body.format, {
        fileTasks,
        caller: ctx.actor.id,
      });
      const { bytes, ...named } = made;
      const stored = { ...named, evidenceId: newId(), size: bytes.length, format: body.format };
      const keys = blobKeys(stored.evidenceId);
      const store = async (): Promise<void> => {
        ctx.undo.push(() => blobs.removeAll(keys.folder));
        await blobs.put(keys.original, bytes);
      };
      const fileStorage = { store, projectBytes };
      const evidence = await filePolicy(ctx, {
        policy,
        controlId: body.control_id,
        file: stored,
        fileStorage,
      });
      return inDetail(ctx, evidence);
    },
    present: presentDetail,
  });

export const createPolicyFileRoutes = (deps: PolicyFileDeps): Route[] => [file(deps), fileAsEvidence(deps)];
