import {
  listSmartAccountChainsCall,
  type listSmartAccountChainsRequest,
  smartAccountAddress,
  type WalletAddresses,
} from 'latchkit/protocol';
import { usePortal } from './PortalContext.js';
import { useLoaded } from './useLoaded.js';

/** An address of a wallet, and where it is used. */
export interface NamedAddress {
  readonly network: string;
  readonly address: string;
}

/**
 * Returns what names the addresses of a wallet, once it is known whether the service has networks with smart accounts: the smart
 * account comes first.
 */
export function useNamedAddresses(): ((addresses: WalletAddresses) => readonly NamedAddress[]) | undefined {
  const { portal, text } = usePortal();
  const { value, problem } = useLoaded(() =>
    portal.call<typeof listSmartAccountChainsRequest>(listSmartAccountChainsCall, {}),
  );
  if (value === undefined && problem === undefined) return undefined;
  const hasSmart = value !== undefined && value.chains.length > 0;
  return ({ evm, owner, solana }) => [
    ...(hasSmart ? [{ network: text('home.main'), address: smartAccountAddress(owner) }] : []),
    { network: text(hasSmart ? 'home.second' : 'home.evm'), address: evm },
    { network: text('home.solana'), address: solana },
  ];
}
