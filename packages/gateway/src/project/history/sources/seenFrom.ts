import type { AccountTransaction, TransactionTransfer } from 'latchkit/protocol';
import { formatUnits, getAddress, isAddress, zeroAddress } from 'viem';
import { currencyOf } from '../../tokens/currencies.js';
import type { ChainTransaction, Movement } from './ChainTransaction.js';

/** `approve(address,uint256)` and `setApprovalForAll(address,bool)`. */
const APPROVALS = new Set(['0x095ea7b3', '0xa22cb465']);

/** Converts a transaction to an account's point of view. */
export function seenFrom(transaction: ChainTransaction, account: string): AccountTransaction {
  const { chainId, hash, minedAt, status, from, to, nonce } = transaction;
  const own = transaction.movements.filter(one => one.from === account || one.to === account);
  const operationType = operationOf(transaction, own, account);
  // A token transfer's transaction is sent to the contract, so payer and payee come from the movements.
  const payer = operationType === 'receive' ? onlyOne(own.map(one => one.from)) : undefined;
  const payee = operationType === 'send' ? onlyOne(own.map(one => one.to)) : undefined;
  const sentFrom = payer || from;
  const sentTo = payee || to;
  return {
    id: `${chainId}:${hash}`,
    metadata: {
      minedAt: minedAt.toISOString(),
      chain: chainId,
      operationType,
      status,
      ...(sentFrom === undefined ? {} : { sentFrom: written(sentFrom) }),
      ...(sentTo === undefined ? {} : { sentTo: written(sentTo) }),
      hash,
      ...(nonce === undefined ? {} : { nonce }),
    },
    transfers: own.map(movement => toTransfer(chainId, movement, account)),
  };
}

/** The type of operation: derived from the movements or, without any, from the called function. */
function operationOf(transaction: ChainTransaction, own: readonly Movement[], account: string): string {
  const { from, to, selector, status } = transaction;
  const ins = own.filter(one => one.to === account && one.from !== account);
  const outs = own.filter(one => one.from === account && one.to !== account);
  if (ins.length > 0 && outs.length > 0) return isTrade(ins, outs) ? 'trade' : 'execute';
  if (ins.length > 0) return ins.every(one => isMade(one.from, one)) ? 'mint' : 'receive';
  if (outs.length > 0) {
    if (outs.every(one => isMade(one.to, one))) return 'burn';
    return isPayment(transaction, outs, account) ? 'send' : 'execute';
  }
  if (own.length > 0) return 'send';
  if (to === undefined && from !== undefined && chainIsEvm(transaction)) return 'deploy';
  if (selector !== undefined && APPROVALS.has(selector) && status !== 'failed') return 'approve';
  if (selector !== undefined) return 'execute';
  return from === account ? 'send' : 'receive';
}

/**
 * Whether the account made a payment: a plain transfer of the currency, or a call of the token itself. Another contract may have
 * given something in return that is not among the movements, such as the currency of a swap.
 */
function isPayment(
  { from, to, selector }: ChainTransaction,
  outs: readonly Movement[],
  account: string,
): boolean {
  if (selector === undefined) return true;
  if (from === account) return outs.every(({ token }) => token !== undefined && token === to);
  // The transaction of another account, such as a bundler's (ERC-4337).
  return outs.some(({ isCall }) => !isCall);
}

/** The common address; undefined if they differ or there is none. */
function onlyOne(addresses: readonly string[]): string | undefined {
  const [first] = addresses;
  return addresses.every(address => address === first) ? first : undefined;
}

function chainIsEvm({ chainId }: ChainTransaction): boolean {
  return chainId.startsWith('eip155:');
}

/** Whether a movement mints or burns a token, that is, from or to the zero address. */
function isMade(address: string, { kind }: Movement): boolean {
  return kind !== 'native' && address === zeroAddress;
}

function isTrade(ins: readonly Movement[], outs: readonly Movement[]): boolean {
  const given = new Set(outs.map(({ token }) => token));
  return ins.some(({ token }) => !given.has(token));
}

function toTransfer(chainId: string, movement: Movement, account: string): TransactionTransfer {
  const { kind, from, to, amount, shown, token, tokenId, facts = {} } = movement;
  const direction = from === to ? 'self' : to === account ? 'in' : 'out';
  const flags = facts.isSpam === undefined ? {} : { flags: { is_spam: facts.isSpam } };
  if (kind === 'nft') {
    const name = `${facts.name ?? facts.symbol ?? 'NFT'}${tokenId === undefined ? '' : ` #${tokenId}`}`;
    return {
      direction,
      quantity: { numeric: String(amount), decimals: '0' },
      nft_info: {
        name,
        content: facts.icon === undefined ? null : { preview: { url: facts.icon } },
        flags: { is_spam: facts.isSpam ?? false },
        ...(token === undefined ? {} : { contract_address: written(token) }),
        ...(tokenId === undefined ? {} : { token_id: tokenId }),
      },
    };
  }
  const { name, symbol, decimals = 0 } = kind === 'native' ? currencyOf(chainId) : facts;
  return {
    direction,
    quantity: { numeric: formatUnits(amount, decimals), decimals: String(decimals) },
    ...(shown === undefined ? {} : { shown: { amount: formatUnits(shown, decimals) } }),
    fungible_info: {
      name: name ?? symbol,
      symbol: symbol ?? name,
      icon: facts.icon === undefined ? null : { url: facts.icon },
      ...(token === undefined ? {} : { address: written(token) }),
      ...flags,
    },
  };
}

/** Formats EVM addresses with their checksum (EIP-55). */
function written(address: string): string {
  return isAddress(address, { strict: false }) ? getAddress(address) : address;
}
