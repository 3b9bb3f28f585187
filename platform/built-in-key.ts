/**
 * The key of tests. Everybody can read it here, so that nothing else runs with it; what was sealed with it before that
 * was so is sealed anew at the next `npm start`.
 */
export const BUILT_IN_KEY = Buffer.alloc(32, "compliance-development-key");
