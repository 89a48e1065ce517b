import { checksumAddress } from 'latchkit/protocol';
import { formatUnits, type Hex, hexToBigInt, size, slice } from 'viem';
import { type Change, joinReviews, type Review, type ReviewContext } from '../model/Review.js';
import { giveUnread, unsure } from '../model/reviewInOrder.js';
import { readCalldata } from './readCalldata.js';
import { reviewTokenCall } from './reviewTokenCall.js';

/** An EVM call: what a transaction does. */
export interface EvmCall {
  /** Undefined for a contract creation. */
  readonly to: Hex | undefined;
  readonly value: bigint;
  readonly data: Hex;
}

/** Maximum nesting of batches. */
const DEPTH = 3;

/** Reviews a call. */
export async function reviewCall(call: EvmCall, context: ReviewContext, depth = 0): Promise<Review> {
  const { to, value, data } = call;
  const paid = payment(value, context);
  if (to === undefined) {
    giveUnread(context);
    return unread('action.deploy', 'warning.deploy', paid, []);
  }
  const target: Review['facts'] = [{ label: 'fact.contract', value: { address: checksumAddress(to) } }];
  if (data === '0x') {
    return {
      risk: 'R2',
      action: { text: 'action.send' },
      changes: paid,
      facts: [{ label: 'fact.to', value: { address: checksumAddress(to) } }],
      warnings: [],
      blocks: [],
      raw: [],
    };
  }
  const known = readCalldata(data);
  if (known?.signature === 'multiSend(bytes)' && depth < DEPTH) {
    const batch = readMultiSend(known.args[0] as Hex);
    if (batch !== undefined) {
      // Called from outside a Safe, the batch runs as the contract and not as this account, so none of it is the user's.
      giveUnread(context);
      const reviews = await Promise.all(batch.calls.map(one => reviewCall(one, unsure(context), depth + 1)));
      const review = joinReviews({ text: 'action.batch' }, reviews);
      const blocks = batch.delegates ? [{ text: 'block.delegate' } as const] : [];
      return {
        ...review,
        risk: 'R3',
        changes: [...paid, ...review.changes],
        facts: [...target, ...review.facts],
        blocks: [...review.blocks, ...blocks],
      };
    }
  }
  const token = known && (await reviewTokenCall(known, to, context));
  if (token === undefined) {
    giveUnread(context);
    return unread('action.call', 'warning.unknownCall', paid, target);
  }
  return { ...token, changes: [...paid, ...token.changes] };
}

function unread(
  action: 'action.call' | 'action.deploy',
  warning: 'warning.unknownCall' | 'warning.deploy',
  changes: readonly Change[],
  facts: Review['facts'],
): Review {
  return {
    risk: 'R3',
    action: { text: action },
    changes,
    facts,
    warnings: [{ text: warning }],
    blocks: [],
    raw: [],
  };
}

function payment(value: bigint, { chainId, networkOf }: ReviewContext): readonly Change[] {
  if (value === 0n) return [];
  const { coin } = networkOf(chainId);
  const amount = { number: formatUnits(value, 18) };
  return [
    {
      tone: 'out',
      loss: { amount: String(value) },
      line:
        coin === undefined
          ? { text: 'change.coinsOut', slots: { amount } }
          : { text: 'change.out', slots: { amount, token: coin } },
    },
  ];
}

/** Packed length of each call's operation, address, value and data length. */
const HEAD = 1 + 20 + 32 + 32;

/** Decodes the calls of a packed Safe MultiSend batch; undefined for invalid bytes. */
function readMultiSend(
  packed: Hex,
): { readonly calls: readonly EvmCall[]; readonly delegates: boolean } | undefined {
  const calls: EvmCall[] = [];
  let delegates = false;
  let at = 0;
  while (at < size(packed)) {
    if (size(packed) < at + HEAD) return undefined;
    const length = hexToBigInt(slice(packed, at + 53, at + HEAD));
    if (length > BigInt(size(packed) - at - HEAD)) return undefined;
    const end = at + HEAD + Number(length);
    delegates ||= slice(packed, at, at + 1) !== '0x00';
    calls.push({
      to: slice(packed, at + 1, at + 21),
      value: hexToBigInt(slice(packed, at + 21, at + 53)),
      data: length === 0n ? '0x' : slice(packed, at + HEAD, end),
    });
    at = end;
  }
  return calls.length === 0 ? undefined : { calls, delegates };
}
