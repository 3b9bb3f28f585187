import type { IExecuteFunctions, INodeExecutionData } from "n8n-workflow";
import type { Api } from "../../call-api.ts";
import type { ApiRequest, Operation, Resource } from "../../resource.ts";
import { evidence } from "./resources/evidence.ts";
import { finding } from "./resources/finding.ts";
import { project } from "./resources/project.ts";
import { report } from "./resources/report.ts";
import { search } from "./resources/search.ts";

export const resources: readonly Resource[] = [evidence, finding, project, report, search];

const PAGE = 100;

export function findOperation(resource: unknown, operation: unknown): Operation {
  const found = resources
    .find(({ value }) => value === resource)
    ?.operations.find(({ value }) => value === operation);
  if (found === undefined)
    throw new Error(`There is no operation ${String(operation)} of ${String(resource)}`);
  return found;
}

/** All rows of a list, or the first `limit`, page by page. */
export async function readList(
  api: Pick<Api, "call">,
  { list, ...request }: ApiRequest & { list: string },
  limit: number,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  // All pages have the same size, so that each begins where the previous one ended.
  const size = Math.min(limit, PAGE);
  for (let page = 1; rows.length < limit; page += 1) {
    const data = await api.call({ ...request, query: { ...request.query, page, limit: size } });
    rows.push(...(data[list] as Record<string, unknown>[]));
    if (page >= (data["pagination"] as { pages: number }).pages) break;
  }
  return rows.slice(0, limit);
}

type Results = Omit<INodeExecutionData, "pairedItem">[];

async function uploadFile(
  node: IExecuteFunctions,
  api: Api,
  request: ApiRequest & { file: string },
  item: number,
) {
  const { fileName = "file", mimeType } = node.helpers.assertBinaryData(item, request.file);
  const bytes = await node.helpers.getBinaryDataBuffer(item, request.file);
  return api.upload(request, { bytes, name: fileName, type: mimeType });
}

async function downloadFile(
  node: IExecuteFunctions,
  api: Api,
  request: ApiRequest,
  item: number,
): Promise<Results> {
  const { bytes, name, type } = await api.download(request);
  const field = String(node.getNodeParameter("outputBinaryField", item, "data"));
  const binary = { [field]: await node.helpers.prepareBinaryData(bytes, name, type) };
  return [{ json: { file_name: name, content_type: type, file_size: bytes.length }, binary }];
}

/** Runs one operation for one item. */
export async function runOperation(
  node: IExecuteFunctions,
  api: Api,
  { operation, item, callerId }: { operation: Operation; item: number; callerId: () => Promise<string> },
): Promise<Results> {
  const names = operation.fields.map(({ name, default: fallback }) => [name, fallback] as const);
  const filled = Object.fromEntries(
    names.map(([name, fallback]) => [name, node.getNodeParameter(name, item, fallback)]),
  );
  const request = operation.request(filled);
  const { list, file, download, asCaller } = request;
  if (list !== undefined) {
    const limit = filled["returnAll"] === true ? Infinity : Number(filled["limit"]);
    return (await readList(api, { ...request, list }, limit)).map((json) => ({ json }));
  }
  if (file !== undefined) return [{ json: await uploadFile(node, api, { ...request, file }, item) }];
  if (download === true) return downloadFile(node, api, request, item);
  const body = asCaller === true ? { ...request.body, user_id: await callerId() } : request.body;
  return [{ json: await api.call(body === undefined ? request : { ...request, body }) }];
}
