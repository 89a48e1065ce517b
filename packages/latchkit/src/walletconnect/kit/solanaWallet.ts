import { createStandardWallet, type StandardWalletParts } from '../../core/adapter/createStandardWallet.js';
import type { WalletConnectClient, WalletConnectHost } from '../../core/walletConnect/WalletConnectConfig.js';
import type { UniversalProvider } from '../provider/UniversalProvider.js';
import { chainOfAccount, namespaceOfChain } from '../session/namespaceReads.js';

/** The session's Solana part as a Wallet Standard wallet. Only what the wallet approved becomes a feature. */
export function solanaWallet(
  provider: UniversalProvider,
  client: Pick<WalletConnectClient, 'connect' | 'restore' | 'disconnect'>,
  { networks, signal }: WalletConnectHost,
) {
  return createStandardWallet({
    name: 'WalletConnect',
    chains: () =>
      networks()
        .map(({ caipNetworkId }) => caipNetworkId)
        .filter(id => id.startsWith('solana:')),
    methods: () => methodsOf(provider),
    accounts: () => accountsOf(provider),
    // Mobile wallets use another name for the options.
    request: (method, { options, ...params }, chain) =>
      provider.request(
        { method, params: { ...params, ...(options ? { sendOptions: options } : {}) } },
        chain ?? accountsOf(provider).find(({ address }) => address === params.pubkey)?.chains[0] ?? '',
      ),
    connect: silent => (silent ? client.restore('solana') : client.connect('solana', { signal })),
    disconnect: client.disconnect,
    onChange(listener) {
      const stops = [
        provider.on('accountsChanged', ({ namespace }) => namespace === 'solana' && listener()),
        provider.on('disconnect', listener),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
}

function methodsOf({ session }: UniversalProvider): readonly string[] {
  const chain = Object.values(session?.namespaces ?? {})
    .flatMap(({ accounts }) => accounts)
    .find(account => account.startsWith('solana:'));
  return (session && chain && namespaceOfChain(session.namespaces, chainOfAccount(chain))?.methods) || [];
}

/** Creates one account per address, with the chains that were approved for it. */
function accountsOf({ session }: UniversalProvider): ReturnType<StandardWalletParts['accounts']> {
  const chains = new Map<string, string[]>();
  for (const account of Object.values(session?.namespaces ?? {}).flatMap(one => one.accounts)) {
    if (!account.startsWith('solana:')) continue;
    const chain = chainOfAccount(account);
    const address = account.slice(chain.length + 1);
    chains.set(address, [...(chains.get(address) ?? []), chain]);
  }
  return [...chains].map(([address, approved]) => ({ address, chains: approved }));
}
