// node temporal-from-sdk.mjs FOLDER VERSION: puts the Temporal CLI into the folder. A separate program,
// because it imports a package that its set-up has just installed.
import { TestWorkflowEnvironment } from "@temporalio/testing";

const [downloadDir, version] = process.argv.slice(2);
const executable = { type: "cached-download", downloadDir, version };

try {
  // The SDK knows the download for each platform; starting the server once makes it fetch the CLI.
  await (await TestWorkflowEnvironment.createLocal({ server: { executable } })).teardown();
} catch (error) {
  console.error(`Error: ${error.message}`);
  process.exitCode = 1;
}
