import type { ProposalNamespace, ProposalNamespaces } from '../session/Namespaces.js';

/** Methods and events that wallets are asked to allow, by namespace (WalletConnect's RPC reference). */
const ASKED: Readonly<Record<string, Pick<ProposalNamespace, 'methods' | 'events'>>> = {
  eip155: {
    methods: [
      'personal_sign',
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_signTransaction',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  bip122: {
    methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    events: ['bip122_addressesChanged'],
  },
  polkadot: { methods: ['polkadot_signMessage', 'polkadot_signTransaction'], events: [] },
};

/** Returns the namespaces to propose for these chains, all optional: a wallet approves what it supports. */
export function namespacesFor(chains: readonly string[]): ProposalNamespaces {
  const namespaces: Record<string, ProposalNamespace> = {};
  for (const chain of new Set(chains)) {
    const kind = chain.slice(0, chain.indexOf(':'));
    const asked = ASKED[kind] ?? { methods: [], events: [] };
    namespaces[kind] = { ...asked, chains: [...(namespaces[kind]?.chains ?? []), chain] };
  }
  return namespaces;
}

/** Whether only a wallet can handle the method; other methods are reads from a node. */
export function isWalletMethod(kind: string, method: string): boolean {
  if (ASKED[kind]?.methods.includes(method)) return true;
  return kind === 'eip155' ? /^(?:wallet|personal)_|^eth_sign/.test(method) : method.startsWith(`${kind}_`);
}
