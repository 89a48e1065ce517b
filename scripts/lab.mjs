// npm run lab: runs the stack of `npm run dev` and a page with every scene of the modal in every theme, device and language.
import { install } from './install.mjs';
import { inRoot } from './lib/paths.mjs';

const DEFAULT_PORT = '5180';

await install();
process.env.LATCHKIT_LAB = process.env.LATCHKIT_LAB_PORT || DEFAULT_PORT;
// Vitest runs the scenes, which are written for it.
const { startVitest } = await import('vitest/node');
const vitest = await startVitest('test', ['e2e/lab.test.ts'], {
  config: inRoot('e2e/vitest.config.ts'),
  watch: false,
});
await vitest.close();
