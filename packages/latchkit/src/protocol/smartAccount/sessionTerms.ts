import type { SessionGrant } from './sessionGrant.js';

type Hex = `0x${string}`;

/** The type of a permission and its values, as ERC-7715 has them. */
export interface SessionTerms {
  readonly type: 'native-token-periodic' | 'erc20-token-periodic' | 'contract-call';
  readonly data: Readonly<Record<string, string | number>>;
}

/** Describes a grant as a permission of ERC-7715. */
export function sessionTerms({ kind, target, selector, limit, start, period }: SessionGrant): SessionTerms {
  if (kind === 'call') return { type: 'contract-call', data: { address: target, selector } };
  const amount: Hex = `0x${limit.toString(16)}`;
  const periodic = { periodAmount: amount, periodDuration: period, startTime: start };
  return kind === 'token'
    ? { type: 'erc20-token-periodic', data: { ...periodic, tokenAddress: target } }
    : { type: 'native-token-periodic', data: { ...periodic, recipient: target } };
}
