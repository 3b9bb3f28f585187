import type { Feature } from "./feature.ts";
import { features } from "./features.ts";

const all: readonly Feature[] = features;

/** All tables of the service. */
export const entities = all.flatMap((feature) => [...feature.entities]);
