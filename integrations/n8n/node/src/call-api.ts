import { NodeApiError, type IHttpRequestOptions, type NodeCaller } from "n8n-workflow";
import { fileNameOf, formOf, type SentFile } from "./files.ts";
import type { ApiRequest } from "./resource.ts";

const TIMEOUT_MS = 60_000;

export interface Api {
  /** The `data` of the response. Throws NodeApiError with the API's message on refusal. */
  call(request: ApiRequest): Promise<Record<string, unknown>>;
  /** Sends a form with a file. */
  upload(request: ApiRequest, file: SentFile): Promise<Record<string, unknown>>;
  download(request: ApiRequest): Promise<SentFile>;
}

interface Answer {
  statusCode: number;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/**
 * Whether the API answered that the resource does not exist. By property: n8n may load more than one copy of
 * the class.
 */
export const isNotFound = (error: unknown): boolean =>
  (error as { httpCode?: unknown } | null)?.httpCode === "404";

interface RefusalBody {
  error?: { message?: string; details?: unknown };
}

/** The API's response, which n8n keeps with the error; as bytes if a file was requested. */
function bodyOf({ context }: NodeApiError): RefusalBody {
  const body = context?.["data"];
  if (!Buffer.isBuffer(body)) return body ?? {};
  try {
    return JSON.parse(body.toString("utf8")) as RefusalBody;
  } catch {
    return {};
  }
}

/** n8n shows the status as the message; the API's message, with the invalid field, goes below it. */
function explain(refusal: NodeApiError): void {
  const { error } = bodyOf(refusal);
  if (error?.message === undefined) return;
  const details = error.details === undefined ? "" : ` ${JSON.stringify(error.details)}`;
  refusal.description = error.message + details;
}

const dataOf = (body: unknown): Record<string, unknown> =>
  (body as { data?: Record<string, unknown> } | undefined)?.data ?? {};

const trimmed = (baseUrl: unknown): string =>
  typeof baseUrl === "string" ? baseUrl.trim().replace(/(?<!\/)\/+$/, "") : "";

/** The API as the user of a credential. */
export async function connect(caller: NodeCaller, credential: string): Promise<Api> {
  const baseUrl = trimmed((await caller.getCredentials(credential))["baseUrl"]);
  const send = async (
    { method, path, query }: ApiRequest,
    more: Partial<IHttpRequestOptions>,
  ): Promise<Answer> => {
    const options: IHttpRequestOptions = {
      method,
      url: baseUrl + path,
      returnFullResponse: true,
      timeout: TIMEOUT_MS,
      ...(query === undefined ? {} : { qs: query }),
      ...more,
    };
    try {
      return (await caller.helpers.httpRequestWithAuthentication.call(caller, credential, options)) as Answer;
    } catch (error) {
      const refusal = new NodeApiError(caller.getNode(), error);
      explain(refusal);
      throw refusal;
    }
  };
  return {
    async call(request) {
      const body = request.body === undefined ? {} : { body: request.body };
      return dataOf((await send(request, { json: true, ...body })).body);
    },
    async upload(request, file) {
      return dataOf((await send(request, { body: formOf(request.body ?? {}, file) })).body);
    },
    async download(request) {
      const { body, headers } = await send(request, { encoding: "arraybuffer" });
      return {
        bytes: Buffer.from(body as Buffer),
        name: fileNameOf(headers["content-disposition"]),
        type: headers["content-type"] ?? "application/octet-stream",
      };
    },
  };
}
