import { isAccountId, parseCaipAddress } from 'latchkit/protocol';
import { getAddress } from 'viem';

/** An account whose signatures can be verified. */
export interface AccountId {
  readonly namespace: 'eip155' | 'solana';
  /** CAIP-2 id. */
  readonly chainId: `${string}:${string}`;
  /** EIP-55 on EVM, base58 on Solana. */
  readonly address: string;
  /** CAIP-10 id in canonical form. */
  readonly id: string;
}

/** Parses a CAIP-10 account id; returns undefined for invalid ids and other namespaces. */
export function accountId(text: string): AccountId | undefined {
  if (!isAccountId(text)) return undefined;
  const { namespace, reference, address } = parseCaipAddress(text);
  return namespace === 'eip155'
    ? made(namespace, reference, getAddress(address))
    : made('solana', reference, address);
}

function made(namespace: AccountId['namespace'], reference: string, address: string): AccountId {
  const chainId = `${namespace}:${reference}` as const;
  return { namespace, chainId, address, id: `${chainId}:${address}` };
}
