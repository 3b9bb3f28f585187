import type { Framework } from "./framework.rules.ts";
import { ISO27001_ORGANIZATIONAL_ASSURANCE } from "./iso27001-organizational-assurance.data.ts";
import { ISO27001_ORGANIZATIONAL_GOVERNANCE } from "./iso27001-organizational-governance.data.ts";
import { ISO27001_PEOPLE_PHYSICAL } from "./iso27001-people-physical.data.ts";
import { ISO27001_TECHNOLOGICAL_DEVELOPMENT } from "./iso27001-technological-development.data.ts";
import { ISO27001_TECHNOLOGICAL_PLATFORM } from "./iso27001-technological-platform.data.ts";

/** ISO/IEC 27001:2022: the 93 controls of its Annex A. */
export const ISO27001: Framework = {
  id: "iso27001",
  name: "ISO/IEC 27001",
  description:
    "Controls for an information security management system: organizational, people, physical and technological.",
  version: "2022",
  language: "en",
  controls: [
    ...ISO27001_ORGANIZATIONAL_GOVERNANCE,
    ...ISO27001_ORGANIZATIONAL_ASSURANCE,
    ...ISO27001_PEOPLE_PHYSICAL,
    ...ISO27001_TECHNOLOGICAL_PLATFORM,
    ...ISO27001_TECHNOLOGICAL_DEVELOPMENT,
  ],
};
