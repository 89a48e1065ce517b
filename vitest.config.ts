import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withoutDefence } from './scripts/lib/withoutDefence.mjs';

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

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
        find: /^latchkit\/(protocol|embedded|evm|solana|siwx|react|testing|testing\/solana|walletconnect)$/,
        replacement: source('latchkit/src/$1/index.ts'),
      },
      {
        find: /^@latchkit\/solana-devnet$/,
        replacement: fileURLToPath(new URL('./apps/solana-devnet/src/index.ts', import.meta.url)),
      },
      { find: /^@latchkit\/gateway$/, replacement: source('gateway/src/index.ts') },
    ],
  },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', '{scripts,bench}/**/*.test.mjs'],
    globalSetup: ['scripts/lib/generateForTests.mjs'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Its default is a second, which a busy machine takes for nothing.
    expect: { poll: { timeout: 15_000 } },
  },
});
