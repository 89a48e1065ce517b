import { type NativeLogs, nativeLogsOf } from 'latchkit/protocol';
import type { ChainTransaction, Movement } from '../ChainTransaction.js';
import type { ListedTransaction, ListedTransfer } from './blockscoutAnswers.js';

/** Height of pending transactions. */
export const PENDING = Number.MAX_SAFE_INTEGER;

/** A transaction and its position. */
export interface GroupedTransaction {
  readonly block: number;
  readonly transaction: ChainTransaction;
}

/** Height of an entry of either list. */
export function heightOf(entry: ListedTransaction | ListedTransfer): number {
  return entry.block_number ?? ('block' in entry ? entry.block : undefined) ?? PENDING;
}

/** Merges the transactions of one list with the token transfers of the other, newest first. */
export function groupTransactions(
  chainId: string,
  transactions: readonly ListedTransaction[],
  transfers: readonly ListedTransfer[],
): readonly GroupedTransaction[] {
  const groups = new Map<string, { own?: ListedTransaction; moved: ListedTransfer[] }>();
  const listed = new Set<string>();
  for (const own of transactions) groups.set(own.hash, { moved: groups.get(own.hash)?.moved ?? [], own });
  for (const transfer of transfers) {
    const hash = transfer.transaction_hash ?? transfer.tx_hash;
    if (!hash || isListed(listed, hash, transfer)) continue;
    const group = groups.get(hash) ?? { moved: [] };
    group.moved.push(transfer);
    groups.set(hash, group);
  }
  return [...groups]
    .flatMap(([hash, { own, moved }]) => grouped(chainId, hash, own, moved))
    .sort((a, b) => b.block - a.block || (a.transaction.hash < b.transaction.hash ? 1 : -1));
}

/** Whether a transfer was listed before: pages move while they are read. A log of ERC-1155 may move several items. */
function isListed(listed: Set<string>, hash: string, { log_index, token, total }: ListedTransfer): boolean {
  if (typeof log_index !== 'number') return false;
  const item = token.type === 'ERC-1155' ? `${total?.token_id} ${total?.value}` : '';
  const key = `${hash} ${log_index} ${item}`;
  return listed.has(key) || !listed.add(key);
}

function grouped(
  chainId: string,
  hash: string,
  own: ListedTransaction | undefined,
  moved: readonly ListedTransfer[],
): readonly GroupedTransaction[] {
  const any = own ?? moved[0];
  if (any === undefined) return [];
  const block = heightOf(any);
  const time = own?.timestamp ?? moved[0]?.timestamp;
  // A transaction in a block has a time; an entry without one is invalid.
  if (!time && block !== PENDING) return [];
  const failed = own?.status === 'error';
  // The list is newest first, but movements within a transaction are in chronological order.
  const inOrder = [...moved].sort((a, b) => (a.log_index ?? 0) - (b.log_index ?? 0));
  const native = nativeLogsOf(chainId);
  // Where the chain logs native movements, the service may list them as those of a token.
  const isLogged = native !== undefined && inOrder.some(one => contractOf(one) === native.address);
  const movements = failed ? [] : inOrder.flatMap(one => toMovement(one, native));
  // Drop zero-value transfers by third parties: they aren't transactions of this account.
  if (own === undefined && movements.length === 0) return [];
  const value = own && !failed && !isLogged ? nativeMovement(own) : undefined;
  return [
    {
      block,
      transaction: {
        chainId,
        hash,
        minedAt: new Date(time ?? Date.now()),
        status: block === PENDING ? 'pending' : failed ? 'failed' : 'confirmed',
        from: own?.from?.hash,
        to: own ? own.to?.hash : undefined,
        nonce: own?.nonce ?? undefined,
        selector: selectorOf(own),
        movements: [...(value ? [value] : []), ...movements],
      },
    },
  ];
}

function nativeMovement({
  from,
  to,
  created_contract: made,
  value,
}: ListedTransaction): Movement | undefined {
  const target = to ?? made;
  if (!from || !target || !value) return undefined;
  return { kind: 'native', from: from.hash, to: target.hash, amount: value };
}

function selectorOf(own: ListedTransaction | undefined): string | undefined {
  const input = own?.raw_input;
  return input && input.length >= 10 ? input.slice(0, 10).toLowerCase() : undefined;
}

const contractOf = ({ token }: ListedTransfer) => token.address_hash ?? token.address ?? undefined;

function toMovement(transfer: ListedTransfer, native: NativeLogs | undefined): readonly Movement[] {
  const { from, to, token, total } = transfer;
  const { name, symbol, type, icon_url, reputation } = token;
  const contract = contractOf(transfer);
  const isNft = type === 'ERC-721' || type === 'ERC-1155' || Boolean(total?.token_id);
  const amount = total?.value ?? (type === 'ERC-721' ? 1n : 0n);
  if (amount === 0n || contract === undefined) return [];
  if (native !== undefined && contract === native.address) {
    const isFee = [from.hash, to.hash].some(one => one === native.feeAccount);
    return isFee ? [] : [{ kind: 'native', from: from.hash, to: to.hash, amount }];
  }
  const icon = (isNft ? total?.token_instance?.image_url : icon_url) ?? undefined;
  const facts = {
    name: name ?? undefined,
    symbol: symbol ?? undefined,
    decimals: total?.decimals ?? token.decimals ?? undefined,
    icon,
    isSpam: reputation === 'scam' || reputation === 'spam' ? true : reputation === 'ok' ? false : undefined,
  };
  return [
    {
      kind: isNft ? 'nft' : 'fungible',
      from: from.hash,
      to: to.hash,
      amount,
      token: contract,
      tokenId: total?.token_id ?? undefined,
      facts,
    },
  ];
}
