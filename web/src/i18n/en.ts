import { activity } from "./en/activity.ts";
import { administration } from "./en/administration.ts";
import { connections } from "./en/connections.ts";
import { documents } from "./en/documents.ts";
import { evidence } from "./en/evidence.ts";
import { evidencePage } from "./en/evidence-page.ts";
import { fields } from "./en/fields.ts";
import { findings } from "./en/findings.ts";
import { invitations } from "./en/invitations.ts";
import { me } from "./en/me.ts";
import { notifications } from "./en/notifications.ts";
import { projectSettings } from "./en/project-settings.ts";
import { projects } from "./en/projects.ts";
import { shell } from "./en/shell.ts";
import { workflows } from "./en/workflows.ts";
import { system } from "./en/system.ts";

/** The texts of the console in English, the language that defines the keys of the others. */
export const en = {
  ...shell,
  ...projects,
  ...projectSettings,
  ...activity,
  ...evidence,
  ...evidencePage,
  ...findings,
  ...fields,
  ...administration,
  ...connections,
  ...system,
  ...documents,
  ...invitations,
  ...notifications,
  ...me,
  ...workflows,
};
