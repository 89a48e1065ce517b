import type { AccountTransaction } from 'latchkit/protocol';
import * as z from 'zod';
import { inTurns } from '../../../../platform/inTurns.js';
import type { RpcService } from '../../../chains/service.js';
import type { Token } from '../../../tokens/Token.js';
import { parseCursor } from '../cursor.js';
import type { HistorySource } from '../HistorySource.js';
import { seenFrom } from '../seenFrom.js';
import { askSolanaTransaction, readSolanaTransaction } from './readSolanaTransaction.js';

const cursorSchema = z.object({ before: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,100}$/) });

const signatures = z.array(
  z.object({ signature: z.string(), err: z.unknown(), blockTime: z.number().nullish() }),
);

type Listed = z.infer<typeof signatures>[number];

const COMMITMENT = 'confirmed';

/**
 * Histories from Solana nodes: the transactions that mention the account. A transfer to its token account mentions only that
 * account, so nodes don't find it.
 */
export function solanaSource(rpc: RpcService, tokens: readonly Token[]): HistorySource {
  return {
    serves: chainId => chainId.startsWith('solana:') && rpc.chainIds.includes(chainId),
    async page({ chainId, account, cursor, limit }, gone) {
      const before = parseCursor(cursorSchema, cursor)?.before;
      const asked = { limit, commitment: COMMITMENT, ...(before === undefined ? {} : { before }) };
      const answer = await rpc.call(chainId, 'getSignaturesForAddress', [account, asked], gone);
      const found = signatures.parse(answer).slice(0, limit);
      const facts = new Map(
        tokens.filter(token => token.chainId === chainId).map(token => [token.address, token]),
      );
      const read = async (listed: Listed) => {
        const answer = await askSolanaTransaction(rpc, chainId, listed.signature, gone);
        const raw = answer.kind === 'read' ? answer.item?.raw : undefined;
        const transaction = readSolanaTransaction(chainId, listed.signature, raw, account, facts);
        return transaction ? seenFrom(transaction, account) : unread(chainId, listed);
      };
      const last = found.at(-1);
      return {
        transactions: await inTurns(found, read),
        next: found.length === limit && last ? { before: last.signature } : undefined,
      };
    },
  };
}

/** What the list says about a transaction that cannot be read. */
function unread(chainId: string, { signature, err, blockTime }: Listed): AccountTransaction {
  return {
    id: `${chainId}:${signature}`,
    metadata: {
      minedAt: new Date((blockTime ?? 0) * 1_000).toISOString(),
      chain: chainId,
      operationType: 'unread',
      status: err ? 'failed' : 'confirmed',
      hash: signature,
    },
    transfers: [],
  };
}
