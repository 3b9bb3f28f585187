import type { AccessKind } from "./audit.rules.ts";
import type { AuditedActor } from "./record-access.ts";

/** A refused credential: what is known about it, never the credential itself. */
export interface FailedAuthentication {
  action: AccessKind & ("auth.sign_in_failed" | "auth.credential_refused");
  subjectKind: "user" | "session" | "api_key" | "oauth_client" | "integration";
  /** For an existing row; null for input that may be invented or contain a secret. */
  subjectId: string | null;
  /**
   * The owner, if the credential was genuine and has merely ended. A stranger's attempt is attributed to no
   * one.
   */
  actor: AuditedActor | null;
  sessionId: string;
  data: Readonly<Record<string, string>>;
}

/** Records a failure in the audit log, later and possibly combined with others; must not throw. */
export type RecordFailure = (failure: FailedAuthentication) => void;

export type SignInMethod = "password" | "pages" | "identity_provider";

interface FailedSignIn {
  way: SignInMethod;
  /** The claimed address (`emailHash`), because people type passwords into this field. */
  emailHash?: string;
  /** The user concerned, if known. */
  userId?: string;
  providerId?: string;
  /** The reason that callers get. */
  reason: string;
}

export function failedSignIn({
  emailHash,
  userId,
  providerId,
  ...details
}: FailedSignIn): FailedAuthentication {
  return {
    action: "auth.sign_in_failed",
    subjectKind: "user",
    subjectId: userId ?? null,
    actor: null,
    sessionId: "",
    data: {
      ...details,
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

/** For a credential other than those of a sign-in; `about` is what is known about it. */
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
