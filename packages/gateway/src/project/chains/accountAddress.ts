import { decodeSs58, isBitcoinAddress, isEvmAddress } from 'latchkit/protocol';

/** Namespace of an address from the path of a call. */
export function addressNamespace(address: string): 'eip155' | 'solana' | 'bip122' | 'polkadot' {
  if (isEvmAddress(address)) return 'eip155';
  if (isBitcoinAddress(address)) return 'bip122';
  return decodeSs58(address) ? 'polkadot' : 'solana';
}
