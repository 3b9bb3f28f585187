import { parseArgs } from "node:util";
import { NODE_PACKAGE, buildNode } from "./n8n/build-node.ts";
import { reportFailure } from "./stack/stack-error.ts";

const HELP = `npm run build:n8n [-- --to FOLDER]

Builds the n8n community package: into its own folder (integrations/n8n/node/dist), or as a whole into FOLDER,
which then is what \`npm publish\` or \`npm install FOLDER\` takes.
`;

const { values } = parseArgs({
  options: { to: { type: "string", default: NODE_PACKAGE }, help: { type: "boolean", short: "h" } },
});

async function main(): Promise<void> {
  console.log(`${await buildNode(values.to)} is built in ${values.to}`);
}

if (values.help === true) process.stdout.write(HELP);
else await main().catch(reportFailure);
