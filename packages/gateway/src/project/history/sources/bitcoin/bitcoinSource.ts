import * as z from 'zod';
import { chainTime } from '../../../../platform/chainTime.js';
import type { RpcService } from '../../../chains/service.js';
import { parseCursor } from '../cursor.js';
import type { HistorySource } from '../HistorySource.js';
import { seenFrom } from '../seenFrom.js';
import { unreadTransaction } from '../unreadTransaction.js';
import { esploraTransaction, readBitcoinTransaction } from './readBitcoinTransaction.js';

/** The confirmed transaction to continue after; null: start with the newest confirmed one. */
const cursorSchema = z.strictObject({ after: z.nullable(z.string().regex(/^[0-9a-f]{64}$/)) });

/** Confirmed transactions on a page of Esplora. */
const PAGE = 25;

/** What a list must say of a transaction, so that the others can be shown. */
const page = z.array(
  z.looseObject({
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    status: z.looseObject({ confirmed: z.boolean() }),
  }),
);
const minedAt = chainTime();

/** Histories from nodes with Esplora's API, unconfirmed transactions first. */
export function bitcoinSource(rpc: RpcService): HistorySource {
  return {
    serves: chainId => chainId.startsWith('bip122:') && rpc.chainIds.includes(chainId),
    async page({ chainId, account, cursor, limit }, gone) {
      const from = parseCursor(cursorSchema, cursor);
      const path = from ? `txs/chain${from.after === null ? '' : `/${from.after}`}` : 'txs';
      const found = page.parse(await rpc.call(chainId, `GET /address/${account}/${path}`, [], gone));
      const shown = found.slice(0, limit);
      const last = shown.findLast(({ status }) => status.confirmed);
      const isMore =
        shown.length < found.length || found.filter(({ status }) => status.confirmed).length >= PAGE;
      return {
        transactions: shown.map(one => {
          const read = esploraTransaction.safeParse(one).data;
          if (read) return seenFrom(readBitcoinTransaction(chainId, read, account), account);
          const time = minedAt.safeParse(one.status.block_time).data;
          const at = time === undefined ? new Date() : new Date(time * 1_000);
          return unreadTransaction({ chainId, hash: one.txid, minedAt: at, failed: false });
        }),
        next: isMore ? { after: last?.txid ?? null } : undefined,
      };
    },
  };
}
