import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import { personal } from "../events/notice.rules.ts";
import { keyPrefix } from "./api-key.rules.ts";

const apiKeyRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  prefix: z.string(),
  owner_id: z.string(),
});

const api_key = {
  id: exampleId(1),
  name: "Nightly scanner",
  kind: "Production",
  prefix: keyPrefix("Production", exampleId(1)),
  owner_id: exampleId(4),
};

export const keyEvents = {
  "api_key.created": event("An API key was created", { api_key: apiKeyRef }, { api_key }),
  "api_key.rotation_due": event(
    "An API key must be rotated within 14, 7 or 1 days",
    { api_key: apiKeyRef, days_left: z.int() },
    { api_key, days_left: 14 },
    { notice: (data) => personal([data.api_key.owner_id]) },
  ),
  "api_key.rotated": event(
    "An API key was rotated and has a successor",
    { api_key: apiKeyRef, successor: apiKeyRef },
    { api_key, successor: { ...api_key, id: exampleId(2), prefix: keyPrefix("Production", exampleId(2)) } },
  ),
  "api_key.revoked": event(
    "An API key was revoked; `reason` says why",
    {
      api_key: apiKeyRef,
      reason: z.enum(["revoked", "not_rotated", "owner_deactivated", "client_removed"]),
    },
    { api_key, reason: "revoked" },
  ),
};
