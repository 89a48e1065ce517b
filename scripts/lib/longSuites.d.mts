/** The test files that a run leaves out. */
export const leftOut: () => readonly string[];
