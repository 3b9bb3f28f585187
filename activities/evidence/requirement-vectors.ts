import { createByteCache } from "../../platform/concurrency/byte-cache.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { only } from "../../domain/only.rules.ts";

/** Some thousand vectors: there are as many requirements as controls of the frameworks in use. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** The vector of a control's requirement, with which the passages of its evidence are compared. */
export type RequirementVectors = (requirement: string) => Promise<Float32Array>;

/** The model reads each requirement once, not once for each file. */
export function createRequirementVectors({ embed }: Pick<Embedder, "embed">): RequirementVectors {
  const cache = createByteCache<Float32Array>(CACHE_BYTES, ({ byteLength }) => byteLength);
  return async (requirement) => {
    const known = cache.get(requirement);
    if (known !== undefined) return known;
    const vector = only(await embed([requirement]));
    cache.set(requirement, vector);
    return vector;
  };
}
