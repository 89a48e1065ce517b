import { afterEach, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import { createWalletClient } from '../wallet/createWalletClient.js';
import { createUniversalProvider } from './createUniversalProvider.js';
import { ADDRESS, evmNamespaces } from './provider.test-support.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function relay(): Promise<TestRelay> {
  const made = await startRelay();
  ends.push(made.stop);
  return made;
}

describe('createUniversalProvider with two relays', () => {
  it.fails('connects a wallet that listens only to the relay of the network (RW-01)', async () => {
    const [own, network] = [await relay(), await relay()];
    const relays = [{ url: own.url }, { url: network.url, projectId: '0'.repeat(32) }];
    const { relayUrl, ...options } = testOptions(own.url, 'Page');
    const provider = createUniversalProvider({ ...options, relays } as never);
    const wallet = createWalletClient(testOptions(network.url, 'Wallet'));
    ends.push(provider.close, wallet.close);
    wallet.on('session_proposal', ({ id }) => {
      wallet.approve({ id, namespaces: evmNamespaces(['eip155:1']) }).catch(() => {});
    });
    provider.on('display_uri', uri => void wallet.pair(uri).catch(() => {}));
    await provider.connect({ chains: ['eip155:1'], signal: AbortSignal.timeout(4_000) });
    expect(provider.addresses('eip155')).toEqual([ADDRESS]);
  });
});
