import { nativeLogsOf } from 'latchkit/protocol';
import { decodeAbiParameters, type Hex } from 'viem';
import { assetKey } from './model/assetKey.js';
import type { Asset } from './model/Review.js';

/**
 * What a simulation moved from an account and to it. The two are never set off against each other: what comes back in a simulation need
 * not come back on the chain.
 */
export interface Move extends Asset {
  readonly out: bigint;
  readonly in: bigint;
}

/** A log of a simulated call. */
export interface SimulatedLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Topic of `Transfer(address,address,uint256)` in ERC-20 and ERC-721; `eth_simulateV1` reports coin transfers with it too. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Topics of `TransferSingle` and `TransferBatch` in ERC-1155. */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/** The topic of an address. */
const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/**
 * What the logs of calls moved to and from an account, by asset. Where the chain logs native movements itself, a simulation may show
 * them a second time.
 */
export function readMoves(logs: readonly SimulatedLog[], account: string, chainId: string): readonly Move[] {
  const own = topicOf(account);
  const native = nativeLogsOf(chainId);
  const feeAccount = native?.feeAccount && topicOf(native.feeAccount);
  const isTraced = logs.some(log => log.address.toLowerCase() === COIN);
  const sums = new Map<string, Move>();
  for (const log of logs) {
    for (const { from, to, id, amount } of transfersOf(log)) {
      const address = log.address.toLowerCase();
      if (from === to || (from !== own && to !== own)) continue;
      const isNative = address === native?.address;
      if (isNative && (isTraced || from === feeAccount || to === feeAccount)) continue;
      const asset = {
        ...(address !== COIN && !isNative && { token: address }),
        ...(id !== undefined && { id: String(id) }),
      };
      const key = assetKey(asset);
      const known = sums.get(key) ?? { ...asset, out: 0n, in: 0n };
      const isOut = from === own;
      sums.set(key, { ...known, [isOut ? 'out' : 'in']: (isOut ? known.out : known.in) + amount });
    }
  }
  return [...sums.values()].filter(move => move.out + move.in > 0n);
}

interface Transfer {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly id?: bigint;
  readonly amount: bigint;
}

function transfersOf({ topics, data }: SimulatedLog): readonly Transfer[] {
  const [topic, one, two, three] = topics.map(each => each.toLowerCase());
  try {
    if (topic === TRANSFER)
      return [
        { from: one, to: two, ...(three ? { id: BigInt(three), amount: 1n } : { amount: BigInt(data) }) },
      ];
    if (topic === SINGLE) {
      const [id, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data as Hex);
      return [{ from: two, to: three, id, amount }];
    }
    if (topic !== BATCH) return [];
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data as Hex);
    return ids.map((id, at) => ({ from: two, to: three, id, amount: amounts[at] ?? 0n }));
  } catch {
    // A contract can emit what it wants.
    return [];
  }
}
