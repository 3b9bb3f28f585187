import type { Framework } from "./framework.rules.ts";
import { SOC2_COMMITMENTS } from "./soc2-commitments.data.ts";
import { SOC2_GOVERNANCE } from "./soc2-governance.data.ts";
import { SOC2_OPERATIONS } from "./soc2-operations.data.ts";
import { SOC2_PRIVACY } from "./soc2-privacy.data.ts";

/** SOC 2: 33 common criteria and 28 for the four optional categories. */
export const SOC2: Framework = {
  id: "soc2",
  name: "SOC 2",
  description:
    "Trust services criteria for service organisations: security, availability, processing integrity, confidentiality and privacy.",
  version: "2017 (points of focus 2022)",
  language: "en",
  controls: [...SOC2_GOVERNANCE, ...SOC2_OPERATIONS, ...SOC2_COMMITMENTS, ...SOC2_PRIVACY],
};
