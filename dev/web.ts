import { join } from "node:path";
import { createServer } from "vite";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { StackError, reportFailure } from "./stack/stack-error.ts";
import { writeApiTypes } from "./web/write-api-types.ts";

const HELP = `npm run web [-- --port PORT]

Serves the console with hot reload, for the product at BACKEND_URL or http://127.0.0.1:3000. Ctrl-C stops it.

  --port PORT   port on 127.0.0.1; default: 5173
`;

function portOf({ port = "5173" }: { port?: string | undefined }): number {
  const number = Number(port);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  throw new StackError(`--port is "${port}", which is not a port: use a number from 1 to 65535.`);
}

async function main(port: number): Promise<void> {
  await writeApiTypes();
  const server = await createServer({
    configFile: join(REPOSITORY, "web", "vite.config.ts"),
    server: { port },
  });
  await server.listen();
  server.printUrls();
}

const options = { port: { type: "string" } } as const;
await main(readArgs({ help: HELP, options }, portOf)).catch(reportFailure);
