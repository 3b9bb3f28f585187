import type { Feature } from "../feature.ts";
import { SlackInstallation } from "./slack-installation.entity.ts";

export const slack = { entities: [SlackInstallation], queue: "slack" } satisfies Feature;
