import { NODE_PACKAGE, buildNode } from "./n8n/build-node.ts";
import { readArgs } from "./read-args.ts";
import { reportFailure } from "./stack/stack-error.ts";

const HELP = `npm run build:n8n [-- --to FOLDER]

Builds the n8n community package: in its own folder (integrations/n8n/node/dist), or complete in FOLDER, ready for
\`npm publish\` or \`npm install FOLDER\`.
`;

async function main(folder: string): Promise<void> {
  console.log(`${await buildNode(folder)} is built in ${folder}`);
}

const options = { to: { type: "string", default: NODE_PACKAGE } } as const;
await main(readArgs({ help: HELP, options }, ({ to }) => to)).catch(reportFailure);
