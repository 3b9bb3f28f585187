import type { ApiParts } from "../api-parts.ts";

export const openMcp = ({ config, retrieval, spoolDir, space, denialLogs }: ApiParts) => ({
  retrieval,
  spoolDir,
  space,
  mcpEnabled: config.MCP_ENABLED,
  corsOrigins: config.CORS_ORIGINS,
  denialLogs,
});
