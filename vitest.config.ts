import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from './scripts/lib/longSuites.mjs';
import { withoutDefence } from './scripts/lib/withoutDefence.mjs';

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

const each = {
  setupFiles: ['markTestFile', 'eachTestFile', 'leavesNothing'].map(name => `scripts/lib/${name}.mjs`),
  // Only tests that hang reach these limits: a busy machine takes thirty times as long. Without a defence, some tests wait for what never comes.
  ...(process.env.LATCHKIT_WITHOUT_DEFENCE
    ? { testTimeout: 30_000, expect: { poll: { timeout: 15_000 } } }
    : { testTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }),
  hookTimeout: 180_000,
};

/** The tests whose first line selects the jsdom environment. */
const inPage = readdirSync(source('latchkit/src'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.test\.tsx?$/.test(file))
  .map(file => `packages/latchkit/src/${file}`)
  .filter(file => readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom'));

export default defineConfig({
  plugins: [withoutDefence()],
  resolve: {
    alias: [
      // latchkit/evm supports two majors of wagmi; the same tests run against both.
      ...(process.env.LATCHKIT_WAGMI === '2'
        ? [{ find: /^@wagmi\/core$/, replacement: 'wagmi-core-2' }]
        : []),
      { find: /^latchkit$/, replacement: source('latchkit/src/core/index.ts') },
      {
        find: /^latchkit\/(internal|networks|protocol|embedded|evm|solana|siwx|react|testing|testing\/solana|testing\/bitcoin|testing\/polkadot|bitcoin|polkadot|walletconnect)$/,
        replacement: source('latchkit/src/$1/index.ts'),
      },
      {
        find: /^@latchkit\/solana-devnet$/,
        replacement: fileURLToPath(new URL('./apps/solana-devnet/src/index.ts', import.meta.url)),
      },
      {
        find: /^@latchkit\/bitcoin-regtest$/,
        replacement: fileURLToPath(new URL('./apps/bitcoin-regtest/src/index.ts', import.meta.url)),
      },
      {
        find: /^@latchkit\/dev-bundler$/,
        replacement: fileURLToPath(new URL('./apps/dev-bundler/src/index.ts', import.meta.url)),
      },
      {
        find: /^@latchkit\/dev-idp$/,
        replacement: fileURLToPath(new URL('./apps/dev-idp/src/index.ts', import.meta.url)),
      },
      { find: /^@latchkit\/(gateway|keyring)$/, replacement: source('$1/src/index.ts') },
    ],
  },
  test: {
    globalSetup: ['scripts/lib/generateForTests.mjs', 'packages/gateway/test/servers/runPostgres.ts'],
    // More than two cores have work for, because some tests wait.
    maxWorkers: 3,
    execArgv: [
      // Halves the time to open PGlite, whose code V8 would optimize each time and for longer than a test uses it.
      '--liftoff-only',
      // Megabytes for young objects. Most of a test's die with it, and each collection copies those that still live.
      '--max-semi-space-size=64',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', '{scripts,bench}/**/*.test.mjs'],
          exclude: [...configDefaults.exclude, ...inPage, ...leftOut()],
          // The files of a worker share modules, because loading them again for each file took a third of the time.
          isolate: false,
          ...each,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: inPage,
          exclude: [...configDefaults.exclude, ...leftOut()],
          isolate: false,
          ...each,
          setupFiles: [...each.setupFiles, 'scripts/lib/eachPage.mjs'],
        },
      },
    ],
  },
});
