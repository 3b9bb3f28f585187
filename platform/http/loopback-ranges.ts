export const LOOPBACK_RANGES: readonly string[] = ["127.0.0.0/8", "::1/128"];
