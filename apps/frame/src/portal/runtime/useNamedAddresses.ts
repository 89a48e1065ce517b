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

/** Returns the addresses of a wallet. Its smart account comes first, if the service has networks with smart accounts. */
export function useNamedAddresses(): (addresses: WalletAddresses) => readonly NamedAddress[] {
  const { portal, text } = usePortal();
  const { value } = useLoaded(() =>
    portal.call<typeof listSmartAccountChainsRequest>(listSmartAccountChainsCall, {}),
  );
  const hasSmart = value !== undefined && value.chains.length > 0;
  return ({ evm, owner, solana }) => [
    ...(hasSmart ? [{ network: text('home.main'), address: smartAccountAddress(owner) }] : []),
    { network: text(hasSmart ? 'home.second' : 'home.evm'), address: evm },
    { network: text('home.solana'), address: solana },
  ];
}
