import type { IntegrationSettings } from "../../domain/integrations/integration-settings.ts";

export type WhatsappSettings = IntegrationSettings<"whatsapp">;

export const graphUrl = ({ api_url: apiUrl }: WhatsappSettings, path: string): string =>
  `${apiUrl.replace(/\/$/, "")}/${path}`;

export const bearer = ({ access_token: token }: WhatsappSettings) => ({ authorization: `Bearer ${token}` });

/** The code of an error response; null if there is none. */
export function codeOf(answer: Record<string, unknown> | null): number | null {
  const { code } = (answer?.["error"] ?? {}) as { code?: unknown };
  return typeof code === "number" ? code : null;
}
