import { generate } from '../build.mjs';

/** Global setup of vitest: writes the generated sources, which the tests need however they are started. */
export default generate;
