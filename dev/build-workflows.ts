// What a worker does at its start when the workflows have changed; for the image.
import { bundleWorkflows } from "../workers/bundle-workflows.ts";

await bundleWorkflows();
