import { isEvmAddress } from 'latchkit/protocol';

/** Namespace of an address from the path of a call. */
export function addressNamespace(address: string): 'eip155' | 'solana' {
  return isEvmAddress(address) ? 'eip155' : 'solana';
}
