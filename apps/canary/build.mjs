// Bundles the program of the canary wallets into canary/ of the gateway's package.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = path => fileURLToPath(new URL(path, import.meta.url));
await build({
  entryPoints: [here('src/main.ts')],
  outfile: here('../../packages/gateway/canary/canary.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'error',
  alias: {
    'latchkit/protocol': here('../../packages/latchkit/src/protocol/index.ts'),
    '@latchkit/keyring': here('../../packages/keyring/src/index.ts'),
  },
});
