import { type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { afterAll, beforeAll, vi } from 'vitest';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { chainAdapterConformance } from '../testing/chainAdapterConformance.test-support.js';
import { createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeSolanaWallet } from '../testing/createFakeSolanaWallet.js';
import { HOSTILE_SOLANA_KINDS, registerHostile } from '../testing/registerHostile.js';
import { solana } from './solana.js';
import { conformanceChain, isSignedBy } from './solanaChain.test-support.js';
import { chainsOf, devnetNetwork } from './solanaWorld.test-support.js';

let clusterA: SolanaDevnet;
let clusterB: SolanaDevnet;
beforeAll(async () => {
  [clusterA, clusterB] = await Promise.all([
    startSolanaDevnet({ slotTime: 50 }),
    startSolanaDevnet({ slotTime: 50, genesis: 'cluster B' }),
  ]);
});
afterAll(() => Promise.all([clusterA?.close(), clusterB?.close()]));

const chain = conformanceChain(() => clusterA);

chainAdapterConformance('solana', () => {
  const page = new CountingWindow();
  vi.stubGlobal('window', page);
  const networks = [devnetNetwork(clusterA), devnetNetwork(clusterB, 'Another Solana')] as const;
  const wallet = createFakeSolanaWallet({ chains: chainsOf(networks) });
  const unknown = { caipNetworkId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', url: clusterA.url } as const;
  const [address = ''] = clusterA.accounts;
  return {
    adapter: solana(),
    host: createAdapterHost(() => networks),
    connectorId: wallet.wallet.name,
    networks,
    chain,
    verify: isSignedBy,
    unknownNetwork: devnetNetwork(unknown),
    addresses: {
      valid: [address, '1'.repeat(32), 'z'.repeat(44)],
      invalid: [
        '',
        '1'.repeat(31),
        'z'.repeat(45),
        address.replace(/.$/, '0'),
        address.replace(/.$/, 'l'),
        ` ${address}`,
      ],
    },
    pageListeners: () => page.count() - page.count('wallet-standard:app-ready'),
    reload: () => ({ adapter: solana(), host: createAdapterHost(() => networks) }),
    wallet: {
      answer: how =>
        wallet.faults.set({
          reject: how === 'refuse' || undefined,
          hang: how === 'ignore' || undefined,
          plainError: how === 'break' || undefined,
        }),
      prompts: () => wallet.calls.filter(isPrompt).length,
      announce: wallet.announce,
      announceHostile: () => {
        for (const kind of HOSTILE_SOLANA_KINDS) registerHostile(kind, wallet, new AbortController().signal);
      },
      async changeAccount() {
        const addresses = await wallet.addresses();
        const second = addresses[1] ?? '';
        await wallet.changeAccounts([second]);
        return [second] as const;
      },
      end: wallet.disconnect,
      listeners: wallet.listenerCount,
    },
  };
});

/** Whether the visitor sees a request. */
function isPrompt({ method, params }: { readonly method: string; readonly params: unknown }): boolean {
  const silent = method === 'standard:connect' && (params as { silent?: boolean }).silent === true;
  return !silent && method !== 'standard:disconnect';
}
