/**
 * The part of n8n's package that these nodes use. n8n provides it when it loads a node; installing it here
 * would bring all of n8n's dependencies. `npm run test:n8n` checks it against the real one.
 */
declare module "n8n-workflow" {
  export interface INodePropertyOption {
    name: string;
    value: string;
    description?: string;
    action?: string;
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type:
      | "boolean"
      | "collection"
      | "dateTime"
      | "hidden"
      | "json"
      | "multiOptions"
      | "number"
      | "options"
      | "string";
    default: unknown;
    description?: string;
    placeholder?: string;
    hint?: string;
    required?: boolean;
    noDataExpression?: boolean;
    options?: (INodePropertyOption | INodeProperties)[];
    typeOptions?: {
      password?: boolean;
      loadOptionsMethod?: string;
      rows?: number;
      minValue?: number;
      maxValue?: number;
    };
    displayOptions?: { show: Record<string, string[] | boolean[]> };
  }

  export interface ThemedIcon {
    light: string;
    dark: string;
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: ThemedIcon;
    extends?: string[];
    properties: INodeProperties[];
    authenticate?: { type: "generic"; properties: { headers: Record<string, string> } };
    test?: { request: { baseURL: string; url: string } };
  }

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: ThemedIcon;
    group: string[];
    version: number;
    subtitle: string;
    description: string;
    defaults: { name: string };
    usableAsTool?: true;
    inputs: string[];
    outputs: string[];
    credentials: { name: string; required: boolean; displayOptions: { show: Record<string, string[]> } }[];
    webhooks?: { name: string; httpMethod: string; responseMode: string; path: string }[];
    properties: INodeProperties[];
  }

  export interface IHttpRequestOptions {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    url: string;
    qs?: Record<string, unknown>;
    body?: Record<string, unknown> | FormData;
    json?: boolean;
    encoding?: "arraybuffer";
    returnFullResponse?: boolean;
    ignoreHttpStatusErrors?: boolean;
    timeout?: number;
  }

  export interface IBinaryData {
    mimeType: string;
    fileName?: string;
  }

  export interface INodeExecutionData {
    json: Record<string, unknown>;
    binary?: Record<string, IBinaryData>;
    pairedItem?: { item: number };
  }

  /** The common part of all calls into a node. */
  export interface NodeCaller {
    getCredentials(name: string): Promise<Record<string, unknown>>;
    getNode(): object;
    helpers: {
      httpRequestWithAuthentication(
        this: NodeCaller,
        credential: string,
        options: IHttpRequestOptions,
      ): Promise<unknown>;
    };
  }

  export interface ILoadOptionsFunctions extends NodeCaller {
    getNodeParameter(name: string, fallback?: unknown): unknown;
  }

  export interface IExecuteFunctions extends NodeCaller {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
    continueOnFail(): boolean;
    helpers: NodeCaller["helpers"] & {
      assertBinaryData(item: number, name: string): IBinaryData;
      getBinaryDataBuffer(item: number, name: string): Promise<Buffer>;
      prepareBinaryData(data: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData>;
    };
  }

  interface OfTrigger extends NodeCaller {
    getNodeParameter(name: string, fallback?: unknown): unknown;
    getWorkflowStaticData(of: "node"): Record<string, unknown>;
  }

  export interface IHookFunctions extends OfTrigger {
    getNodeWebhookUrl(name: "default"): string | undefined;
    getWorkflow(): { name?: string };
  }

  export interface IWebhookFunctions extends OfTrigger {
    getHeaderData(): Record<string, string | string[] | undefined>;
    getRequestObject(): { rawBody?: Buffer };
    getResponseObject(): { status(code: number): { json(body: unknown): void } };
  }

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    webhookResponse?: unknown;
    noWebhookResponse?: boolean;
  }

  export interface INodeType {
    description: INodeTypeDescription;
    methods?: {
      loadOptions: Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOption[]>>;
    };
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhookMethods?: {
      default: Record<"checkExists" | "create" | "delete", (this: IHookFunctions) => Promise<boolean>>;
    };
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
  }

  export const NodeConnectionTypes: { readonly Main: "main" };

  export class NodeApiError extends Error {
    httpCode: string | null;
    description?: string | null | undefined;
    context?: Record<string, unknown>;
    constructor(node: object, error: unknown);
  }

  export class NodeOperationError extends Error {
    constructor(node: object, error: Error | string, options?: { itemIndex?: number });
  }
}
