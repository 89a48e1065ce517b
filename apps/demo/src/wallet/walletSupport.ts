import type { CaipNetwork } from 'latchkit';
import { namespacesToApprove, type SessionProposal, type WalletNamespace } from 'latchkit/walletconnect';
import { METHODS } from './readRequest.js';
import { type AccountKeys, addressOf } from './walletKeys.js';

const EVENTS = ['accountsChanged', 'chainChanged'] as const;

/** What this wallet supports with an account on these networks. */
export function walletSupport(
  keys: AccountKeys,
  networks: readonly CaipNetwork[],
): Readonly<Record<'eip155' | 'solana', WalletNamespace>> {
  const of = (kind: 'eip155' | 'solana') => ({
    accounts: networks
      .filter(({ chainNamespace }) => chainNamespace === kind)
      .map(({ caipNetworkId }) => `${caipNetworkId}:${addressOf(keys, kind)}`),
    methods: METHODS[kind],
    events: EVENTS,
  });
  return { eip155: of('eip155'), solana: of('solana') };
}

/** The part of a proposal that can be approved; undefined if the wallet lacks something that the page requires. */
export function approvable(
  proposal: SessionProposal,
  keys: AccountKeys,
  networks: readonly CaipNetwork[],
): ReturnType<typeof namespacesToApprove> | undefined {
  try {
    return namespacesToApprove(proposal, walletSupport(keys, networks));
  } catch {
    return undefined;
  }
}
