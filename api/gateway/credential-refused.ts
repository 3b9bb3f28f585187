/** The cause of the refusal of a whole credential: the audit log has it already, as a failed authentication. */
export class CredentialRefused extends Error {}
