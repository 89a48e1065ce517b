import type { DevelopmentBundler } from '@latchkit/dev-bundler';
import { startAnvil } from '../servers/startAnvil.js';
import { startBundler } from '../servers/startBundler.js';
import { type WalletSuite, walletSuite } from './walletSuite.js';

/** The chain that has smart accounts. */
export const SMART_CHAIN = 'eip155:31337';

/** The wallet services with a chain, a bundler and a paymaster. */
export interface SmartAccountSuite {
  readonly suite: WalletSuite;
  readonly bundler: DevelopmentBundler;
  readonly chainUrl: string;
  close(): Promise<void>;
}

/** Starts all of them. */
export async function smartAccountSuite(): Promise<SmartAccountSuite> {
  const chain = await startAnvil(31_337);
  const bundler = await startBundler(chain.url);
  const url = bundler.url(31_337);
  const suite = await walletSuite({
    upstreams: { [SMART_CHAIN]: [chain.url] },
    bundlers: { [SMART_CHAIN]: { bundler: url, paymaster: url } },
  });
  return {
    ...{ suite, bundler, chainUrl: chain.url },
    async close() {
      await suite.close();
      await bundler.close();
      await chain.stop();
    },
  };
}
