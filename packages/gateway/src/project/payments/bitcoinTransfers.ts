import * as z from 'zod';
import { inTurns } from '../../platform/inTurns.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import type { RpcService } from '../chains/service.js';
import {
  esploraTransaction,
  readBitcoinTransaction,
} from '../history/sources/bitcoin/readBitcoinTransaction.js';
import { UNCONFIRMED } from './paymentRows.js';
import type { FoundTransfer, ReadPosition, TransferSource, Watched } from './TransferSource.js';

/** Blocks that are read again after a reorganisation, and by which a node may be behind. */
const DEPTH = 12;
/** Blocks after which a transfer is final, its own included. */
const FINAL = 6;
/** Confirmed transactions on a page of Esplora. */
const PAGE = 25;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const block = z.object({ id: hash, height: z.int().nonnegative() });
const confirmed = z.object({
  confirmed: z.literal(true),
  block_height: z.int().nonnegative(),
  block_time: z.int().nonnegative(),
});
const page = z.array(
  esploraTransaction.extend({
    status: z.discriminatedUnion('confirmed', [confirmed, z.object({ confirmed: z.literal(false) })]),
  }),
);

type Listed = z.output<typeof page>[number];

/**
 * Transfers on Bitcoin, from Esplora's API: the transactions of the recipients, also before a block contains them. Between two blocks
 * only recipients of open payments are asked for.
 */
export function bitcoinTransfers(
  rpc: Pick<RpcService, 'call'>,
  chainId: string,
  stopped: AbortSignal,
): TransferSource {
  const get = (path: string) => rpc.call(chainId, `GET ${path}`, [], stopped);
  const tip = async (): Promise<ReadPosition> => {
    const { id, height } = block.parse(await get(`/block/${hash.parse(await get('/blocks/tip/hash'))}`));
    return { number: height, hash: id };
  };
  const isOnChain = async ({ number, hash: expected }: ReadPosition) =>
    (await get(`/block-height/${number}`).catch(notFound)) === expected;
  return {
    head: tip,
    async refusal(recipient) {
      const known = await get(`/address/${recipient}`).catch(notFound);
      return known === undefined ? 'recipient: is not an address of the chain' : undefined;
    },
    async read(position, watched) {
      const askedAt = new Date();
      const head = await tip();
      // A node that is behind; further back, the chain was restarted.
      if (head.number < position.number && position.number - head.number <= DEPTH) return undefined;
      const isSame = await isOnChain(position);
      const from = isSame ? position.number : Math.max(-1, Math.min(position.number, head.number) - DEPTH);
      const isNews = head.hash !== position.hash;
      const asked = [...watched.recipients].filter(key => isNews || watched.open.has(key));
      const found = await inTurns(asked, async key => {
        const recipient = key.trimEnd();
        const listed = await list(get, recipient, from);
        // Esplora lists the newest first.
        return [...listed].reverse().flatMap(one => transfersIn(chainId, one, recipient, askedAt));
      });
      // A block that was added meanwhile is in some of the lists only.
      if (hash.parse(await get('/blocks/tip/hash')) !== head.hash) return undefined;
      const passed = watched.known.filter(
        ({ recipient, token, isRemoved }) => !isRemoved && !asked.includes(`${recipient} ${token}`),
      );
      const finalized = head.number - FINAL + 1;
      const all = [...keepingFirstSight(found.flat(), watched), ...passed];
      return { from, height: head.number, next: head, found: all, finalized, completeAt: askedAt };
    },
  };
}

/** Esplora's answer to what it does not know. */
function notFound(error: unknown): undefined {
  if (error instanceof RpcError && error.code === 'CALL_FAILED') return undefined;
  throw error;
}

/** The transactions of an address: those that wait for a block, and those in blocks above a height. */
async function list(
  get: (path: string) => Promise<unknown>,
  address: string,
  from: number,
): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for (let path = `/address/${address}/txs`; ; ) {
    const all = page.parse(await get(path));
    const above = all.filter(({ status }) => !status.confirmed || status.block_height > from);
    found.push(...above);
    const count = all.filter(({ status }) => status.confirmed).length;
    const last = all.at(-1);
    if (!last || above.length < all.length || count < PAGE) return found;
    path = `/address/${address}/txs/chain/${last.txid}`;
  }
}

function transfersIn(
  chainId: string,
  transaction: Listed,
  recipient: string,
  askedAt: Date,
): readonly FoundTransfer[] {
  const { txid, status } = transaction;
  // What the recipient sends itself is no payment to it.
  const received = readBitcoinTransaction(chainId, transaction, recipient).movements.filter(
    ({ to, from }) => to === recipient && from !== recipient,
  );
  return received.map(({ from: sender, amount }) => ({
    ...{ hash: txid, recipient, token: '', ordinal: 0, sender, amount },
    blockNumber: status.confirmed ? status.block_height : UNCONFIRMED,
    includedAt: status.confirmed ? new Date(status.block_time * 1_000) : askedAt,
  }));
}

/** While a transfer waits for a block, its time is when it was first seen. */
function keepingFirstSight(found: readonly FoundTransfer[], { known }: Watched): readonly FoundTransfer[] {
  const seen = new Map(known.map(one => [`${one.hash} ${one.recipient}`, one.includedAt]));
  return found.map(one =>
    one.blockNumber === UNCONFIRMED
      ? { ...one, includedAt: seen.get(`${one.hash} ${one.recipient}`) ?? one.includedAt }
      : one,
  );
}
