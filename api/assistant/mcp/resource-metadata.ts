/** Where RFC 9728 has it for the whole service; with the resource's path behind it for the resource alone. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";

/**
 * RFC 9728: who gives out tokens for the tools, and how they are sent. It names no scopes: clients would ask for all of
 * them, and be refused where they are registered for fewer. Who asks for none gets those they are registered for.
 */
export const resourceMetadata = (publicUrl: string, issuer: string) => ({
  resource: `${publicUrl}/mcp`,
  resource_name: "Compliance management",
  authorization_servers: [issuer],
  bearer_methods_supported: ["header"],
});
