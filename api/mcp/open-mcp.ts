import type { ApiParts } from "../api-parts.ts";

export const openMcp = ({ config, denialLogs }: ApiParts) => ({
  mcpEnabled: config.MCP_ENABLED,
  corsOrigins: config.CORS_ORIGINS,
  denialLogs,
});
