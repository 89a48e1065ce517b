import { type AccountTransaction, shownUnits, type TransactionTransfer } from 'latchkit/protocol';
import { formatUnits, isAddress, parseUnits } from 'viem';
import { boundedMap } from '../../../platform/boundedMap.js';
import type { ReadFactors } from '../../tokens/ReadFactors.js';
import type { HistorySource } from './HistorySource.js';

/** Milliseconds for which a factor is used without another question, and for which a token counts as not scaled. */
const LIFE = 60_000;
const PLAIN_LIFE = 600_000;
/** Tokens of a page that are asked. Anyone can move any number of tokens in a transaction, so those of the operator's list are first. */
const MOST_ASKED = 100;
/** Tokens whose factors are kept. Anyone can create tokens and send them. */
const MOST_KEPT = 10_000;

const AMOUNT = /^\d+(?:\.\d+)?$/;
const DECIMALS = /^\d{1,3}$/;

/**
 * The same histories, with what transfers of scaled tokens (ERC-8056) show by the present factor, as balances and wallets show them.
 * Nodes without history cannot tell a factor of the past.
 *
 * @param chainIds - Chains whose tokens can be asked. Histories of others are returned as they are.
 * @param listed - The operator's tokens, as `chain:address` in lower case.
 */
export function scaledSource(
  source: HistorySource,
  read: ReadFactors,
  chainIds: readonly string[],
  listed: ReadonlySet<string>,
  now: () => number = Date.now,
): HistorySource {
  const kept = boundedMap<{ readonly factor: string | undefined; readonly until: number }>(MOST_KEPT);

  const factorsOf = async (chainId: string, all: ReadonlySet<string>, gone: AbortSignal) => {
    const isListed = (token: string) => listed.has(`${chainId}:${token}`);
    const tokens = [...all].sort((a, b) => Number(isListed(b)) - Number(isListed(a))).slice(0, MOST_ASKED);
    const due = tokens.filter(token => (kept.get(`${chainId}:${token}`)?.until ?? 0) <= now());
    if (due.length > 0) {
      const answers = await read(chainId, due, gone).catch((error: unknown) => {
        // A factor that was true a while ago says more than none.
        if (gone.aborted || due.some(token => !kept.get(`${chainId}:${token}`))) throw error;
        return undefined;
      });
      for (const [index, token] of due.entries())
        if (answers) {
          const factor = answers[index];
          const life = factor === undefined ? PLAIN_LIFE : LIFE;
          kept.add(`${chainId}:${token}`, { factor, until: now() + life });
        }
    }
    return new Map(tokens.map(token => [token, kept.get(`${chainId}:${token}`)?.factor]));
  };

  return {
    serves: chainId => source.serves(chainId),
    async page(query, gone) {
      const { transactions, next } = await source.page(query, gone);
      const { chainId } = query;
      if (!chainId.startsWith('eip155:') || !chainIds.includes(chainId)) return { transactions, next };
      const tokens = new Set(
        transactions.flatMap(({ transfers }) => transfers.flatMap(one => tokenOf(one) ?? [])),
      );
      const factors = await factorsOf(chainId, tokens, gone);
      return { transactions: transactions.map(one => scaled(one, factors)), next };
    },
  };
}

/** The contract of a transfer whose amount can be scaled. */
function tokenOf({ fungible_info, shown, quantity }: TransactionTransfer): string | undefined {
  const { address } = fungible_info ?? {};
  if (shown || !address || !isAddress(address, { strict: false }) || !AMOUNT.test(quantity.numeric))
    return undefined;
  const isWhole = DECIMALS.test(String(quantity.decimals)) && Number(quantity.decimals) <= 255;
  return isWhole ? address.toLowerCase() : undefined;
}

function scaled(
  transaction: AccountTransaction,
  factors: ReadonlyMap<string, string | undefined>,
): AccountTransaction {
  const transfers = transaction.transfers.map(transfer => {
    const factor = factors.get(tokenOf(transfer) ?? '');
    if (factor === undefined) return transfer;
    const decimals = Number(transfer.quantity.decimals);
    const units = shownUnits(parseUnits(transfer.quantity.numeric, decimals), factor);
    return { ...transfer, shown: { amount: formatUnits(units, decimals) } };
  });
  return { ...transaction, transfers };
}
