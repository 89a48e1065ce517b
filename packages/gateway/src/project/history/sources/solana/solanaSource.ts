import * as z from 'zod';
import { boundedMap } from '../../../../platform/boundedMap.js';
import { blockTime } from '../../../../platform/chainTime.js';
import { inTurns } from '../../../../platform/inTurns.js';
import type { RpcService } from '../../../chains/service.js';
import { waitOutRate } from '../../../chains/waitOutRate.js';
import type { Token } from '../../../tokens/Token.js';
import { parseCursor } from '../cursor.js';
import type { HistorySource } from '../HistorySource.js';
import { seenFrom } from '../seenFrom.js';
import { unreadTransaction } from '../unreadTransaction.js';
import { askSolanaTransaction, essentials, readSolanaTransaction } from './readSolanaTransaction.js';

const cursorSchema = z.object({ before: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,100}$/) });

const signatures = z.array(
  z.object({
    signature: z.string(),
    err: z.unknown(),
    blockTime,
    confirmationStatus: z.string().nullish(),
  }),
);

type Listed = z.infer<typeof signatures>[number];

const COMMITMENT = 'confirmed';

/**
 * Transactions on a page from a public node. Solana's allows 40 calls of one method and 100 in all in 10 seconds for each address
 * (https://solana.com/docs/references/clusters, read on 29 November 2026).
 */
const PUBLIC_PAGE = 20;
/** Milliseconds in which nodes that limit their rate are asked again: less than a page waits for its answer. */
const PATIENCE = 8_000;
/** Characters of final transactions that are kept, which are one byte each. */
const KEPT = 8 * 1024 * 1024;

/**
 * Histories from Solana nodes: the transactions that mention the account. A transfer to its token account mentions only that
 * account, so nodes don't find it.
 */
export function solanaSource(rpc: RpcService, tokens: readonly Token[]): HistorySource {
  // Final transactions never change, so pages and callers share them.
  const kept = boundedMap<string>(KEPT, text => text.length);
  return {
    serves: chainId => chainId.startsWith('solana:') && rpc.chainIds.includes(chainId),
    async page({ chainId, account, cursor, limit: most }, gone) {
      const limit = rpc.isPublic(chainId) ? Math.min(most, PUBLIC_PAGE) : most;
      const until = performance.now() + PATIENCE;
      const before = parseCursor(cursorSchema, cursor)?.before;
      const asked = { limit, commitment: COMMITMENT, ...(before === undefined ? {} : { before }) };
      const list = () => rpc.call(chainId, 'getSignaturesForAddress', [account, asked], gone);
      const found = signatures.parse(await waitOutRate(list, until, gone)).slice(0, limit);
      const facts = new Map(
        tokens.filter(token => token.chainId === chainId).map(token => [token.address, token]),
      );
      const rawOf = async ({ signature, confirmationStatus }: Listed) => {
        const key = `${chainId} ${signature}`;
        const known = kept.get(key);
        if (known !== undefined) return JSON.parse(known);
        const ask = () => askSolanaTransaction(rpc, chainId, signature, gone);
        const answer = await waitOutRate(ask, until, gone);
        const raw = answer.kind === 'read' ? answer.item?.raw : undefined;
        if (raw !== undefined && confirmationStatus === 'finalized') kept.add(key, essentials(raw));
        return raw;
      };
      const read = async (listed: Listed) => {
        const raw = await rawOf(listed);
        const transaction = readSolanaTransaction(chainId, listed.signature, raw, account, facts);
        if (transaction) return seenFrom(transaction, account);
        const { signature: hash, err } = listed;
        const minedAt = new Date((listed.blockTime ?? 0) * 1_000);
        return unreadTransaction({ chainId, hash, minedAt, failed: Boolean(err) });
      };
      const last = found.at(-1);
      return {
        transactions: await inTurns(found, read),
        next: found.length === limit && last ? { before: last.signature } : undefined,
      };
    },
  };
}
