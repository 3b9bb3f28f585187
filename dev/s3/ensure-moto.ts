import { ensurePythonTool } from "../setup/ensure-python-tool.ts";

const VERSION = "5.2.5";

/** The Python with moto, an S3 server: 140 MB, half a minute. */
export const ensureMoto = (): Promise<string> =>
  ensurePythonTool({
    name: "moto",
    version: VERSION,
    // `moto[server]`, with all Amazon services, is twice the size.
    packages: [`moto[s3]==${VERSION}`, "flask==3.1.3", "flask-cors==6.0.5"],
    remedy:
      "Install Python 3.10 or later with its venv module (Debian: apt-get install python3 python3-venv), " +
      "or set S3_ENDPOINT to a running S3-compatible server with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
  });
