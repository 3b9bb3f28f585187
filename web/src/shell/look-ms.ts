/** How often to look for what no event announces: who has lost a project no longer receives its events. */
export const LOOK_MS = 20_000;
