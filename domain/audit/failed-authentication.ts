import type { Actor } from "../actor.ts";
import type { AccessKind } from "./audit.rules.ts";

/** A credential that was shown and did not count: what is known of it, and never what was shown. */
export interface FailedAuthentication {
  action: AccessKind & ("auth.sign_in_failed" | "auth.credential_refused");
  subjectKind: "user" | "session" | "api_key" | "oauth_client" | "integration";
  /** Of something that there is; null for what may have been made up, and may hold a secret. */
  subjectId: string | null;
  /** Whose it is, where that was proven and it has merely ended. Nobody else is blamed for what a stranger tried. */
  actor: Pick<Actor, "id" | "role" | "apiKeyId" | "via"> | null;
  sessionId: string;
  data: Readonly<Record<string, string>>;
}

/** Takes what failed into the audit log, at some time and not always by itself; must not throw. */
export type NoteFailure = (failure: FailedAuthentication) => void;

interface FailedSignIn {
  way: "password" | "pages" | "identity_provider";
  /** Who it was said to be (`emailHash`), because people type passwords here. */
  emailHash?: string;
  /** Who it was about, where that is known. */
  userId?: string;
  providerId?: string;
  /** What callers are told. */
  reason: string;
}

export function failedSignIn({ emailHash, userId, providerId, ...told }: FailedSignIn): FailedAuthentication {
  return {
    action: "auth.sign_in_failed",
    subjectKind: "user",
    subjectId: userId ?? null,
    actor: null,
    sessionId: "",
    data: {
      ...told,
      ...(emailHash !== undefined && { email_hash: emailHash }),
      ...(providerId !== undefined && { provider_id: providerId }),
    },
  };
}

interface RefusedCredential {
  credential:
    | "access_token"
    | "api_key"
    | "code_or_refresh_token"
    | "console_session"
    | "client_secret"
    | "refresh_token"
    | "signature";
  reason: string;
}

/** Of a credential that is none of a sign-in; `about` is what is known of it. */
export const refusedCredential = (
  { credential, reason }: RefusedCredential,
  about: Pick<FailedAuthentication, "subjectKind"> & Partial<FailedAuthentication>,
): FailedAuthentication => ({
  action: "auth.credential_refused",
  subjectId: null,
  actor: null,
  sessionId: "",
  ...about,
  data: { credential, reason },
});
