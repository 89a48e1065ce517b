/** The test files that run in `npm run test:full` only. */
export const ONLY_FULL: readonly string[];
