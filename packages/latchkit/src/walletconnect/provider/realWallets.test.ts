import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { Approval } from '../wallet/approve.js';
import { ADDRESS, createProviderWorld, evmNamespaces, type ProviderWorld } from './provider.test-support.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

async function world(): Promise<ProviderWorld> {
  const made = await createProviderWorld();
  ends.push(made.end);
  return made;
}

/** Connects a wallet that approves exactly this, whatever was proposed. */
async function connected(chains: readonly string[], approval: Omit<Approval, 'id'>): Promise<ProviderWorld> {
  const made = await world();
  const { provider, wallet, script } = made;
  script.approve = approval.namespaces;
  const approve = wallet.approve;
  wallet.approve = given => approve({ ...given, ...approval });
  await provider.connect({ chains: [...chains] });
  return made;
}

const ATOMIC = { status: 'supported' };
const PAYMASTER = { supported: true };

describe('createUniversalProvider with what real wallets say', () => {
  // universal-provider 2.21.8 and utils 2.21.8, read on 29 November 2026.
  it('reads capabilities from the session, and does not wake the wallet (RW-20)', async () => {
    const { provider, requests } = await connected(['eip155:1', 'eip155:10'], {
      namespaces: evmNamespaces(['eip155:1', 'eip155:10']),
      sessionProperties: { atomic: JSON.stringify(ATOMIC), expiry: '1' },
      scopedProperties: {
        'eip155:10': { [`eip155:10:${ADDRESS}`]: { paymasterService: JSON.stringify(PAYMASTER) } },
      },
    });
    const asked = { method: 'wallet_getCapabilities', params: [ADDRESS] };
    expect(await provider.request(asked, 'eip155:1')).toEqual({
      '0x1': { atomic: ATOMIC },
      '0xa': { atomic: ATOMIC, paymasterService: PAYMASTER },
    });
    expect(requests).toEqual([]);
  });

  // @jnwng/walletconnect-solana 0.3.0, read on 29 November 2026.
  it('connects, signs and restores with a wallet that knows only the older id of Solana (RW-30)', async () => {
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    const older = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';
    const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    const { provider, proposals, requests, wallet } = await connected([solana], {
      namespaces: {
        solana: { accounts: [`${older}:${address}`], methods: ['solana_signMessage'], events: [] },
      },
    });
    expect(proposals[0]?.optionalNamespaces.solana?.chains).toContain(older);
    expect([provider.chainOf('solana'), provider.addresses('solana')]).toEqual([solana, [address]]);
    expect(await provider.request({ method: 'solana_signMessage', params: {} }, solana)).toBe('0x01');
    expect(requests[0]?.chainId).toBe(older);
    expect(await provider.connect({ chains: [solana] })).toMatchObject({
      topic: wallet.sessions()[0]?.topic,
    });
  });

  // rango-exchange/rango-client#612, read on 29 November 2026.
  it('ends a switch that the wallet approved and does not answer after a minute (RW-31)', async () => {
    const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
    const { provider, script, requests } = await connected(['eip155:1', 'eip155:10'], {
      namespaces: evmNamespaces(['eip155:1'], methods),
    });
    script.answer = () => undefined;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const params = [{ chainId: '0xa' }];
    const switching = awaitedLater(
      provider.request({ method: 'wallet_switchEthereumChain', params }, 'eip155:1').catch(error => error),
    );
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(61_000);
    const first = await Promise.race([switching, Promise.resolve('still waiting')]);
    expect(first).toMatchObject({ code: 'WC_SWITCH_NOT_APPROVED' });
    expect(provider.chainOf('eip155')).toBe('eip155:1');
  });
});
