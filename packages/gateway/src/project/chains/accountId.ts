import { isAccountId, parseCaipAddress, ss58Address } from 'latchkit/protocol';
import { getAddress } from 'viem';

/** An account whose signatures can be verified. */
export interface AccountId {
  readonly namespace: 'eip155' | 'solana' | 'bip122' | 'polkadot';
  /** CAIP-2 id. */
  readonly chainId: `${string}:${string}`;
  /** EIP-55 on EVM, base58 on Solana, bech32 or base58 on Bitcoin, SS58 with the network's prefix on Polkadot. */
  readonly address: string;
  /** CAIP-10 id in canonical form. */
  readonly id: string;
}

/** Parses a CAIP-10 account id; returns undefined for invalid ids and unsupported namespaces. */
export function accountId(text: string): AccountId | undefined {
  if (!isAccountId(text)) return undefined;
  const { namespace, reference, address } = parseCaipAddress(text);
  if (namespace === 'eip155') return made(namespace, reference, getAddress(address));
  if (namespace === 'bip122') return made(namespace, reference, address);
  if (namespace !== 'polkadot') return made('solana', reference, address);
  const canonical = ss58Address(address, `polkadot:${reference}`);
  return canonical === undefined ? undefined : made(namespace, reference, canonical);
}

function made(namespace: AccountId['namespace'], reference: string, address: string): AccountId {
  const chainId = `${namespace}:${reference}` as const;
  return { namespace, chainId, address, id: `${chainId}:${address}` };
}
