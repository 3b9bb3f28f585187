import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { BUILT_IN_KEY } from "./crypto/built-in-key.ts";
import { isIpRange } from "./http/ip-ranges.ts";
import { keyOf, readOrMakeKey } from "./crypto/key-file.ts";
import { isNameServer } from "./http/resolve-name.ts";
import { reachableOrigin } from "./http/reachable-origin.ts";

const flag = z.enum(["true", "false", "1", "0"]).transform((v) => v === "true" || v === "1");
/** `identity=http://10.0.0.2:3000,documents=http://10.0.0.3:3000` */
const serviceUrls = z.string().transform((value, ctx) => {
  const pairs = value.split(",").map((pair) => pair.trim().split("=") as [string, string | undefined]);
  const wrong = pairs.find(([name, url]) => name === "" || url === undefined || !URL.canParse(url));
  if (wrong === undefined) return Object.fromEntries(pairs) as Record<string, string>;
  ctx.addIssue({ code: "custom", message: `must be SERVICE=URL, not "${wrong.join("=")}"` });
  return z.NEVER;
});
/** `https://app.example.com`. A slash at the end is dropped, because paths are appended. */
const origin = z.url({ protocol: /^https?$/ }).transform((value, ctx) => {
  const url = new URL(value);
  if (url.href === `${url.origin}/`) return url.origin;
  const message = `must be an address without a path, such as https://app.example.com, not "${value}"`;
  ctx.addIssue({ code: "custom", message });
  return z.NEVER;
});
/**
 * `https://app.example.com,http://localhost:5173`: origins as browsers send them, without path or wildcard.
 */
const origins = z.string().transform((value, ctx) => {
  const list = value.split(",").map((origin) => origin.trim());
  const wrong = list.find(
    (origin) => !URL.canParse(origin) || new URL(origin).origin !== origin || /[*]/.test(origin),
  );
  if (wrong === undefined) return list;
  ctx.addIssue({
    code: "custom",
    message: `must be origins such as https://app.example.com, not "${wrong}"`,
  });
  return z.NEVER;
});
/** `10.1.0.0/16,fd00::/8` */
const ranges = z
  .string()
  .transform((value) => value.split(",").map((range) => range.trim()))
  .refine((list) => list.every(isIpRange), "must be addresses or CIDR ranges, separated by commas");
/** `10.0.0.2,10.0.0.3:5353` */
const nameServers = z
  .string()
  .transform((value) => value.split(",").map((server) => server.trim()))
  .refine(
    (list) => list.every(isNameServer),
    "must be addresses such as 10.0.0.2 or 10.0.0.2:53, separated by commas",
  );
const port = z.coerce.number().int().min(0).max(65_535);
const weight = z.coerce.number().min(0).max(1);

const Environment = z.object({
  NODE_ENV: z.string().default("development"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  RETRIEVAL_PORT: port.default(8001),
  /** Ports on which the processes serve metrics for Prometheus; 0 turns them off. */
  METRICS_PORT: port.default(0),
  RETRIEVAL_METRICS_PORT: port.default(0),
  WORKER_METRICS_PORT: port.default(0),
  /** Metrics of the Temporal SDK in the worker. */
  TEMPORAL_METRICS_PORT: port.default(0),
  SERVICES: z.string().default("gateway,identity,backend,documents,assistant"),
  /** Addresses of the services that this process does not run. */
  SERVICE_URLS: serviceUrls.optional(),
  PUBLIC_URL: origin.optional(),
  BACKEND_URL: origin.optional(),
  RETRIEVAL_URL: origin.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Requests per caller, to any route. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(1_000),
  REQUESTS_PER_HOUR: z.coerce.number().int().min(1).default(10_000),
  /** Failed sign-ins per minute for one account from one address. Other strict limits derive from it. */
  SIGN_IN_PER_MINUTE: z.coerce.number().int().min(1).default(10),
  /** Name servers for names that users entered; the system's by default. */
  NAME_SERVERS: nameServers.default([]),
  /** Private networks that may contain identity providers, in addition to the public internet. */
  UPSTREAM_ALLOWED_CIDRS: ranges.default([]),
  /**
   * Private networks that may contain webhook receivers, in addition to the public internet; plain http is
   * allowed there.
   */
  WEBHOOK_ALLOWED_CIDRS: ranges.default([]),
  /** Webhooks per user. */
  WEBHOOKS_PER_USER: z.coerce.number().int().min(1).default(50),
  /** Private networks that may contain n8n and other integrations. */
  INTEGRATION_ALLOWED_CIDRS: ranges.default([]),
  SLACK_API_URL: z.url().default("https://slack.com/api/"),
  /** The external control graph service; without it, PostgreSQL provides the graph. */
  GRAPH_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  GRAPH_SERVICE_TOKEN: z.string().min(1).optional(),
  /** Browser origins that may call the API. */
  CORS_ORIGINS: origins.default([]),
  DATA_DIR: z.string().default(join(homedir(), ".local", "share", "compliance-service")),
  DATABASE_URL: z.string().default("postgres://compliance:compliance@127.0.0.1:5433/compliance"),
  DATABASE_POOL: z.coerce.number().int().min(1).default(20),
  ELASTICSEARCH_URL: z.url().default("http://127.0.0.1:9201"),
  ELASTICSEARCH_API_KEY: z.string().optional(),
  ELASTICSEARCH_INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]*$/)
    .default(""),
  TEMPORAL_ADDRESS: z.string().default("127.0.0.1:7233"),
  TEMPORAL_NAMESPACE: z.string().default("compliance"),
  TEMPORAL_UI_URL: z.url().default("http://127.0.0.1:8233"),
  TEMPORAL_TASK_QUEUE: z.string().default("compliance"),
  BLOB_STORE: z.enum(["local", "s3"]).default("local"),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MODEL_DIR: z.string().default(join(homedir(), ".cache", "compliance-service", "models")),
  EMBEDDING_MODEL: z.string().default("all-MiniLM-L6-v2"),
  EMBEDDING_DIMENSION: z.coerce.number().int().positive().default(384),
  EMBEDDING_THREADS: z.coerce.number().int().positive().optional(),
  SEMANTIC_WEIGHT: weight.default(0.5),
  KEYWORD_WEIGHT: weight.default(0.5),
  SIMILARITY_THRESHOLD: weight.default(0),
  RERANK_TOP_K: z.coerce.number().int().min(0).max(200).default(20),
  RERANK_MODEL: z.string().optional(),
  RERANK_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(64),
  /**
   * The base URL of an OpenAI-compatible API, such as https://api.openai.com/v1; without it, rules answer.
   */
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().optional(),
  /** Required with AI_BASE_URL. */
  AI_MODEL: z.string().optional(),
  /** For one request to the model, from the first byte to the last. */
  AI_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(60),
  /** For a whole answer, including all look-ups. */
  AI_ANSWER_SECONDS: z.coerce.number().int().min(1).max(1_800).default(120),
  /** Tokens for one answer and one conversation; beyond that, the model is not called. */
  AI_ANSWER_TOKENS: z.coerce.number().int().min(1).default(50_000),
  AI_CONVERSATION_TOKENS: z.coerce.number().int().min(1).default(500_000),
  /** Tokens per user and day (UTC), from all clients; 0 for no limit. */
  AI_TOKENS_PER_DAY: z.coerce.number().int().min(0).default(2_000_000),
  MCP_ENABLED: flag.default(false),
  CLAMAV_HOST: z.string().optional(),
  CLAMAV_PORT: port.default(3310),
  /** Uploads are refused while the file system has fewer bytes free. */
  MIN_FREE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(512 * 1024 * 1024),
  EVIDENCE_MAX_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(100 * 1024 * 1024),
  /** Bytes of evidence per project, including replaced versions; 0 for no limit. */
  PROJECT_STORAGE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(50 * 1024 ** 3),
  OCR_MAX_PAGES: z.coerce.number().int().positive().default(50),
  /**
   * 32 bytes in base64; encrypts signing keys and integration secrets at rest. Required in production,
   * generated elsewhere.
   */
  ENCRYPTION_KEY: z.base64().optional(),
  /** Active API keys per user. */
  API_KEYS_PER_USER: z.coerce.number().int().min(1).default(50),
  /** Days between rotations of the keys that sign access tokens. */
  SIGNING_KEY_DAYS: z.coerce.number().int().min(1).default(30),
  /** Without it, no mail is sent. `smtps://user:password@host`, or `smtp://...?requireTLS=true`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of mails: an address, or `Name <address>`. Required with SMTP_URL. */
  MAIL_FROM: z.string().min(3).optional(),
  DEMO_PASSWORD: z.string().min(8).optional(),
});

type Environment = z.infer<typeof Environment>;

/** All settings of the product, validated once at start. */
export type Config = Readonly<
  Environment & {
    publicUrl: string;
    backendUrl: string;
    /**
     * Port of the search service. If only PORT is set, it uses that, the name of the setting in its own
     * container.
     */
    searchPort: number;
    retrievalUrl: string;
    issuer: string;
    audience: string;
    encryptionKey: Buffer;
    /** Null if no mail is sent. */
    mail: { url: string; from: string } | null;
    /** Null without a language model. */
    languageModel: { baseUrl: string; apiKey: string; model: string; timeoutMs: number } | null;
  }
>;

/**
 * Processes with the same data folder share the key in it. In production they may run on different machines,
 * so the key must be configured.
 */
function encryptionKeyOf(env: Environment): Buffer {
  const isTest = env.NODE_ENV === "test";
  if (env.ENCRYPTION_KEY !== undefined) {
    const key = keyOf(env.ENCRYPTION_KEY);
    if (key !== null && (isTest || !key.equals(BUILT_IN_KEY))) return key;
    throw new Error(
      key === null
        ? "ENCRYPTION_KEY must be 32 bytes in base64: `openssl rand -base64 32`"
        : "ENCRYPTION_KEY is the public test key: set your own with `openssl rand -base64 32`",
    );
  }
  if (isTest) return BUILT_IN_KEY;
  if (env.NODE_ENV === "production")
    throw new Error("ENCRYPTION_KEY is required in production: set it to `openssl rand -base64 32`");
  return readOrMakeKey(join(env.DATA_DIR, "encryption-key"));
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Environment): Config["mail"] {
  if (url === undefined) return null;
  if (from === undefined) throw new Error("MAIL_FROM is required with SMTP_URL: the sender's address");
  return { url, from };
}

function languageModelOf(env: Environment): Config["languageModel"] {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_TIMEOUT_SECONDS: seconds } = env;
  if (baseUrl === undefined) return null;
  if (model === undefined) throw new Error("AI_MODEL is required with AI_BASE_URL: the model's name");
  // Local servers need no key, but the library requires one.
  return { baseUrl, apiKey: apiKey ?? "none", model, timeoutMs: seconds * 1_000 };
}

/**
 * Reads and validates the environment. Throws one error that names every invalid variable and its expected
 * value.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((i) => `  ${i.path.join(".")}: ${i.message}`).join("\n");
    throw new Error(`The configuration is not valid:\n${problems}`);
  }
  const env = parsed.data;
  const ownUrl = reachableOrigin(env.HOST, env.PORT);
  const publicUrl = env.PUBLIC_URL ?? ownUrl;
  return {
    ...env,
    publicUrl,
    backendUrl: env.BACKEND_URL ?? ownUrl,
    searchPort: present["RETRIEVAL_PORT"] === undefined && "PORT" in present ? env.PORT : env.RETRIEVAL_PORT,
    retrievalUrl: env.RETRIEVAL_URL ?? reachableOrigin(env.HOST, env.RETRIEVAL_PORT),
    issuer: publicUrl,
    audience: `${publicUrl}/api`,
    encryptionKey: encryptionKeyOf(env),
    mail: mailOf(env),
    languageModel: languageModelOf(env),
  };
}
