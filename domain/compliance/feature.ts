import type { Feature } from "../feature.ts";
import { ScoreSnapshot } from "./score-snapshot.entity.ts";

export const compliance = { entities: [ScoreSnapshot] } satisfies Feature;
