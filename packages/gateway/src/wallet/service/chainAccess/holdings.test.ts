import { PUBLIC_RPC_URLS, readHoldingsCall } from 'latchkit/protocol';
import { parseEther, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { refused } from '../../../../test/refused.js';
import { startAnvil } from '../../../../test/servers/startAnvil.js';
import { portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { SOLANA_DEVELOPMENT_CHAIN } from '../../../project/chains/defaultUpstreams.js';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let suite: WalletSuite;
beforeAll(async () => {
  anvil = await startAnvil(31_337);
  const others = [...Object.keys(PUBLIC_RPC_URLS), 'eip155:31338', SOLANA_DEVELOPMENT_CHAIN];
  // A closed port: no test contacts public nodes.
  const closed = Object.fromEntries(others.map(id => [id, 'http://127.0.0.1:9']));
  suite = await walletSuite({ upstreams: { ...closed, 'eip155:31337': anvil.url } });
});
afterAll(async () => {
  await suite.close();
  await anvil.stop();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('readHoldings', () => {
  it('lists what a wallet of the user holds, and the networks that did not respond', async () => {
    const owner = await portalOwner(suite);
    const { walletId, addresses } = owner.account;
    const read = (id: string) => owner.ask(readHoldingsCall, { params: { id } });
    expect(await read(walletId)).toMatchObject({
      holdings: [],
      unread: expect.arrayContaining(['Ethereum']),
    });
    await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance' },
        params: [addresses.evm, toHex(parseEther('1.5'))],
      }),
    });
    expect((await read(walletId)).holdings).toEqual([
      {
        ...{ chainId: 'eip155:31337', network: 'Local chain A', account: 'eoa', token: null },
        ...{ symbol: 'ETH', amount: '1.5' },
      },
    ]);
    // The wallet has no account on Bitcoin.
    expect((await read(walletId)).unread).not.toContainEqual(expect.stringMatching(/bitcoin|bip122/i));
    // Not of another user.
    const other = await portalOwner(suite);
    const asked = other.ask(readHoldingsCall, { params: { id: walletId } });
    expect(await refused(asked)).toBe('404 WALLET_NOT_FOUND');
  });
});
