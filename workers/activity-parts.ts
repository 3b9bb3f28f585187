import type { BlobStore } from "../platform/blobs/blobs.ts";
import type { WorkerParts } from "./feature-worker.ts";

/** The dependencies of features' activities. */
export interface ActivityParts extends WorkerParts {
  blobs: BlobStore;
  /** Whether files are scanned. */
  scans: boolean;
}

/** The activities of a feature that needs more than the common parts. */
export interface FeatureActivities {
  activities: object;
  close?(): Promise<void>;
}
