/**
 * The key of tests. It is public, so nothing else uses it. Earlier versions did: `npm start` encrypts their
 * secrets again with a new key.
 */
export const BUILT_IN_KEY = Buffer.alloc(32, "compliance-development-key");
