/** The cause of a refused credential: the audit log already has it as a failed authentication. */
export class CredentialRefused extends Error {}
