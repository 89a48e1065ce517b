import { listTokensCall, type listTokensRequest } from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { ServiceClient } from '../services/createServiceClient.js';
import { chainTokens } from './chainTokens.js';
import type { ChainTokens, TokenList } from './TokenList.js';

/** Milliseconds that a list is cached. */
const LIFE = 300_000;

/** The token lists of the wallet service, requested with the signed-in user's session and cached. */
export function createTokenList(
  walletService: ServiceClient,
  { withAccess }: Pick<Account, 'withAccess'>,
): TokenList {
  const known = new Map<string, { readonly tokens: ChainTokens; readonly since: number }>();
  return {
    async of(chainId, signal) {
      const kept = known.get(chainId);
      if (kept !== undefined && performance.now() - kept.since < LIFE) return kept.tokens;
      try {
        const answer = await withAccess(access =>
          walletService.call<typeof listTokensRequest>(listTokensCall, {
            params: { chainId },
            access,
            signal,
          }),
        );
        const tokens = chainTokens(answer.tokens);
        known.set(chainId, { tokens, since: performance.now() });
        return tokens;
      } catch {
        // An outdated list is better than none: it is from the same service.
        return kept?.tokens ?? chainTokens([]);
      }
    },
  };
}
