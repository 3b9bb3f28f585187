import { join } from "node:path";
import {
  signInAt,
  startApiProcess,
  startServerProcess,
  type ServerProcess,
} from "../../testkit/api-process.ts";
import { PASSWORD, type ApiRows } from "../../testkit/api-rows.ts";

export interface ComparedServer extends ServerProcess {
  headers: Record<string, string>;
}

async function startProduct(databaseUrl: string, folder: string, rows: ApiRows): Promise<ComparedServer> {
  const server = await startApiProcess({ databaseUrl, folder });
  return { ...server, headers: await signInAt(server.origin, rows.email, PASSWORD) };
}

async function startBare(databaseUrl: string, folder: string, rows: ApiRows): Promise<ComparedServer> {
  const server = await startServerProcess({
    args: ["bench/support/bare-api.ts"],
    environment: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      CUSTOMER_ID: rows.customerId,
    },
    logFile: join(folder, "bare.log"),
    path: `/api/v1/evidence/${rows.evidenceIds[0]}`,
  });
  return { ...server, headers: {} };
}

/** The body without the parts that differ between responses. */
async function bodyOf({ origin, headers }: ComparedServer, path: string): Promise<string> {
  const text = await (await fetch(`${origin}${path}`, { headers })).text();
  return text.replace(/"timestamp":"[^"]{24}"/, "").replace(/"request_id":"[^"]{36}"/, "");
}

/** The API and a minimal handler of the same two routes, on one database. */
export interface ComparedServers {
  product: ComparedServer;
  bare: ComparedServer;
  stop(): Promise<void>;
}

export async function startComparedServers(
  databaseUrl: string,
  folder: string,
  rows: ApiRows,
): Promise<ComparedServers> {
  const product = await startProduct(databaseUrl, folder, rows);
  try {
    const bare = await startBare(databaseUrl, folder, rows);
    return { product, bare, stop: async () => void (await Promise.all([product.stop(), bare.stop()])) };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** A page of projects, and one piece of evidence. */
export const comparedPaths = ({ evidenceIds }: ApiRows) => ({
  projects: "/api/v1/projects?page=3&limit=20",
  evidence: `/api/v1/evidence/${evidenceIds[7]}`,
});

/** Throws if the two differ: the comparison would be unfair. */
export async function checkSameBytes({ product, bare }: ComparedServers, path: string): Promise<void> {
  const [ours, theirs] = [await bodyOf(product, path), await bodyOf(bare, path)];
  if (ours !== theirs) throw new Error(`${path} is answered differently:\n${ours}\n${theirs}`);
}
