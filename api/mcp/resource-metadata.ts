/** The location for the whole service (RFC 9728); followed by a resource's path, for that resource only. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";

/**
 * RFC 9728: the authorization server for the tools, and how to send tokens. It names no scopes, because
 * clients would request all of them and be refused if registered for fewer. Without a request, clients get
 * the scopes they are registered for.
 */
export const resourceMetadata = (publicUrl: string, issuer: string) => ({
  resource: `${publicUrl}/mcp`,
  resource_name: "Compliance management",
  authorization_servers: [issuer],
  bearer_methods_supported: ["header"],
});
