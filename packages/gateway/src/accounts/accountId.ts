import { parseCaipAddress } from 'latchkit/protocol';
import { getAddress, isAddress } from 'viem';
import { isSolanaAddress } from './accountAddress.js';

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
  const parsed = parsedId(text);
  if (parsed === undefined) return undefined;
  const { namespace, reference, address } = parsed;
  if (namespace === 'eip155' && /^[1-9]\d*$/.test(reference) && isAddress(address, { strict: false })) {
    return made(namespace, reference, getAddress(address));
  }
  if (namespace === 'solana' && isSolanaAddress(address)) {
    return made(namespace, reference, address);
  }
  return undefined;
}

function made(namespace: AccountId['namespace'], reference: string, address: string): AccountId {
  const chainId = `${namespace}:${reference}` as const;
  return { namespace, chainId, address, id: `${chainId}:${address}` };
}

function parsedId(text: string): ReturnType<typeof parseCaipAddress> | undefined {
  try {
    return parseCaipAddress(text);
  } catch {
    return undefined;
  }
}
