import type { NewApiKey } from "./api-key.queries.ts";

type Restrictions = NonNullable<NewApiKey["restrictions"]>;

/** The form's values as they were typed. */
export interface RestrictionFields {
  perMinute: string;
  addresses: string;
  from: string;
  to: string;
  projectIds: string[];
}

export const NO_RESTRICTIONS: RestrictionFields = {
  perMinute: "",
  addresses: "",
  from: "",
  to: "",
  projectIds: [],
};

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== "");

/** Only fields with a value restrict the key. */
export function restrictionsOf(fields: RestrictionFields, timezone: string): Restrictions {
  const { perMinute, addresses, from, to, projectIds } = fields;
  return {
    ...(perMinute === "" ? {} : { rate_limit: { per_minute: Number(perMinute) } }),
    ...(addresses.trim() === "" ? {} : { ip_allow: wordsOf(addresses) }),
    ...(from === "" || to === "" ? {} : { time: { timezone, from, to } }),
    ...(projectIds.length === 0 ? {} : { resources: { project_ids: projectIds } }),
  };
}
