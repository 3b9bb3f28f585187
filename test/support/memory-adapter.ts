import type { Adapter, AdapterPayload } from "oidc-provider";

const SECOND_MS = 1_000;

/** Keeps an OpenID provider's state as long as the process: its own adapter for that warns at each start. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  const where = (wanted: Partial<AdapterPayload>, model: string): AdapterPayload | undefined =>
    [...kept]
      .filter(([key]) => key.startsWith(`${model} `))
      .map(([, payload]) => payload)
      .find((payload) => Object.entries(wanted).every(([name, value]) => payload[name] === value));
  return (model) => {
    const keyOf = (id: string): string => `${model} ${id}`;
    return {
      upsert: async (id, payload) => void kept.set(keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => where({ uid }, model),
      findByUserCode: async (userCode) => where({ userCode }, model),
      consume: async (id) => {
        const payload = kept.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / SECOND_MS);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
