import type { Feature } from "../feature.ts";
import { ScoreSnapshot } from "./score-snapshot.entity.ts";
import { scoreSnapshotWorkflows } from "./score-snapshot.workflows.ts";

export const compliance = {
  entities: [ScoreSnapshot],
  workflows: scoreSnapshotWorkflows,
} satisfies Feature;
