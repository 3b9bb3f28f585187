import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { ClientLanguage } from "./client-language.ts";
import { ensurePythonGenerator } from "./ensure-generators.ts";

/** Files are bytes, whatever their media type. */
const CONFIGURATION = `package_name_override: compliance_client
content_type_overrides:
  "*/*": application/octet-stream
  image/png: application/octet-stream
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet: application/octet-stream
`;

/** Generates with openapi-python-client and checks the types with mypy. */
export const pythonClient: ClientLanguage = {
  name: "python",
  async prepare(parent, tour) {
    const programs = await ensurePythonGenerator();
    const folder = join(parent, "python");
    await mkdir(folder);
    await writeFile(join(folder, "config.yaml"), CONFIGURATION);
    await copyFile(join(import.meta.dirname, "tours", "tour.py"), join(folder, "tour.py"));
    const PATH = [programs, process.env["PATH"]].join(delimiter);
    const run = (program: string, args: string) => ({
      program: join(programs, program),
      args: args.split(" "),
      folder,
      environment: { ...tour, PATH },
    });
    const generate = "generate --path ../openapi.json --config config.yaml --meta none --fail-on-warning";
    return [
      {
        name: "generated",
        program: run("openapi-python-client", `${generate} --output-path compliance_client`),
      },
      { name: "compiled", program: run("mypy", "--strict tour.py compliance_client") },
      { name: "tour", program: run("python", "tour.py") },
    ];
  },
};
