/** The project id that every development gateway accepts. */
export const DEVELOPMENT_PROJECT = '0'.repeat(32);
