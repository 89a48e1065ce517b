import type { NativeLogs } from 'latchkit/protocol';
import { decodeAbiParameters, type Hex, isHex, parseAbiParameters, size } from 'viem';
import type { Movement } from '../ChainTransaction.js';

/** A log of a receipt. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** `TransferSingle` and `TransferBatch` of ERC-1155. */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

const one = parseAbiParameters('uint256 id, uint256 amount');
const many = parseAbiParameters('uint256[] ids, uint256[] amounts');

/** Maximum number of tokens read from one batch, because each becomes a row. */
const MAX_BATCH = 200;

/**
 * Token movements from the logs of a transaction. A malformed log isn't a transfer; nor is one of amount zero, which
 * spammers create to place their address into a history.
 *
 * @param nativeLogs - How the chain logs movements of its native currency. Default: it does not.
 */
export function readTransfers(logs: readonly Log[], nativeLogs?: NativeLogs): readonly Movement[] {
  return logs
    .flatMap(log => {
      const found = readTransfer(log);
      return log.address.toLowerCase() === nativeLogs?.address ? toNative(found, nativeLogs) : found;
    })
    .filter(({ amount }) => amount > 0n);
}

/** Movements of the native currency, without fees. */
function toNative(found: readonly Movement[], { feeAccount }: NativeLogs): readonly Movement[] {
  return found.flatMap(({ kind, from, to, amount }): readonly Movement[] =>
    kind === 'fungible' && from !== feeAccount && to !== feeAccount
      ? [{ kind: 'native', from, to, amount }]
      : [],
  );
}

function readTransfer({ address, topics, data }: Log): readonly Movement[] {
  const [kind, first, second, third] = topics;
  const token = address.toLowerCase();
  if (kind === TRANSFER && first !== undefined && second !== undefined) {
    const [from, to] = [addressOf(first), addressOf(second)];
    if (third !== undefined) {
      return [{ kind: 'nft', from, to, amount: 1n, token, tokenId: String(BigInt(third)) }];
    }
    return isHex(data) && size(data) === 32
      ? [{ kind: 'fungible', from, to, amount: BigInt(data), token }]
      : [];
  }
  if ((kind === SINGLE || kind === BATCH) && second !== undefined && third !== undefined) {
    const [from, to] = [addressOf(second), addressOf(third)];
    return idsOf(kind, data).map(([id, amount]) => ({
      kind: 'nft',
      from,
      to,
      amount,
      token,
      tokenId: String(id),
    }));
  }
  return [];
}

function idsOf(kind: string, data: string): readonly (readonly [bigint, bigint])[] {
  try {
    if (kind === SINGLE) return [decodeAbiParameters(one, data as Hex)];
    const [ids, amounts] = decodeAbiParameters(many, data as Hex);
    return ids.slice(0, MAX_BATCH).map((id, index) => [id, amounts[index] ?? 0n] as const);
  } catch {
    return [];
  }
}

/** An address is the end of a topic. */
function addressOf(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
