// node temporal-from-sdk.mjs FOLDER VERSION: leaves the Temporal command in the folder.
// A program of its own, because it imports a package which the set-up that runs it has just installed.
import { TestWorkflowEnvironment } from "@temporalio/testing";

const [downloadDir, version] = process.argv.slice(2);
const executable = { type: "cached-download", downloadDir, version };

try {
  // The SDK knows where the command comes from for each platform; starting it once is how it is asked to fetch it.
  await (await TestWorkflowEnvironment.createLocal({ server: { executable } })).teardown();
} catch (error) {
  console.error(`Error: ${error.message}`);
  process.exitCode = 1;
}
