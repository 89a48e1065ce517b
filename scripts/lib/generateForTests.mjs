import { generate } from '../build.mjs';

/** Vitest's global setup: the generated sources are there whoever starts the tests, and however. */
export default generate;
