import * as z from 'zod';
import { inTurns } from '../../../../platform/inTurns.js';
import type { RpcService } from '../../../chains/service.js';
import type { Token } from '../../../tokens/Token.js';
import { parseCursor } from '../cursor.js';
import type { HistorySource } from '../HistorySource.js';
import { seenFrom } from '../seenFrom.js';
import { readSolanaTransaction } from './readSolanaTransaction.js';

const cursorSchema = z.object({ before: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,100}$/) });

const signatures = z.array(z.object({ signature: z.string() }));

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
      const read = async ({ signature }: (typeof found)[number]) => {
        const config = { encoding: 'jsonParsed', commitment: COMMITMENT, maxSupportedTransactionVersion: 0 };
        const raw = await rpc.call(chainId, 'getTransaction', [signature, config], gone);
        const transaction = readSolanaTransaction(chainId, signature, raw, account, facts);
        return transaction === undefined ? [] : [seenFrom(transaction, account)];
      };
      const last = found.at(-1);
      return {
        transactions: (await inTurns(found, read)).flat(),
        next: found.length === limit && last ? { before: last.signature } : undefined,
      };
    },
  };
}
