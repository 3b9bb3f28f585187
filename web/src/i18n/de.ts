import { activity } from "./de/activity.ts";
import { administration } from "./de/administration.ts";
import { connections } from "./de/connections.ts";
import { documents } from "./de/documents.ts";
import { evidence } from "./de/evidence.ts";
import { evidencePage } from "./de/evidence-page.ts";
import { fields } from "./de/fields.ts";
import { findings } from "./de/findings.ts";
import { invitations } from "./de/invitations.ts";
import { me } from "./de/me.ts";
import { messages } from "./de/messages.ts";
import { notifications } from "./de/notifications.ts";
import { projectSettings } from "./de/project-settings.ts";
import { projects } from "./de/projects.ts";
import { shell } from "./de/shell.ts";
import { workflows } from "./de/workflows.ts";
import { system } from "./de/system.ts";
import type { en } from "./en.ts";

/** The same in German. */
export const de: typeof en & { messages: typeof messages } = {
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
  messages,
};
