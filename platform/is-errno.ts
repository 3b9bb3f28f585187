/** By code only: Node errors can come from another realm, where `instanceof Error` is false. */
export const isErrno = (error: unknown, code: string): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === code;
