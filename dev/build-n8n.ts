import { NODE_PACKAGE, buildNode } from "./n8n/build-node.ts";
import { readArgs } from "./read-args.ts";
import { reportFailure } from "./stack/stack-error.ts";

const HELP = `npm run build:n8n [-- --to FOLDER]

Builds the n8n community package: into its own folder (integrations/n8n/node/dist), or as a whole into FOLDER,
which then is what \`npm publish\` or \`npm install FOLDER\` takes.
`;

async function main(folder: string): Promise<void> {
  console.log(`${await buildNode(folder)} is built in ${folder}`);
}

const options = { to: { type: "string", default: NODE_PACKAGE } } as const;
await main(readArgs({ help: HELP, options }, ({ to }) => to)).catch(reportFailure);
