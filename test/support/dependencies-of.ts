import type { ApiClient } from "./api-client.ts";

export type Dependencies = Record<string, { status: string; free_bytes?: number }>;

/** The dependencies in `/api/ready`, whether it is ready or not. */
export async function dependenciesOf(client: ApiClient): Promise<{ status: number; all: Dependencies }> {
  const { status, data, body } = await client.get("/api/ready");
  const answered = (status === 200 ? data : body.error.details) as { dependencies: Dependencies };
  return { status, all: answered.dependencies };
}
