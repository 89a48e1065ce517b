import { type ListedToken, listTokensCall, type listTokensRequest } from 'latchkit/protocol';
import type { Account } from '../account/Account.js';
import type { ServiceClient } from '../services/createServiceClient.js';

/** The tokens of one chain that the wallet's operator lists by name. */
export interface ChainTokens {
  /** The listed token at an address; undefined if it is not listed or there is no list. */
  at(address: string): ListedToken | undefined;
  /** Whether a contract's claimed symbol looks like that of a listed token. */
  isTaken(symbol: string): boolean;
}

/** The token lists of all chains. */
export interface TokenList {
  /** Never rejects: without a list all tokens are unknown. */
  of(chainId: string, signal: AbortSignal): Promise<ChainTokens>;
}

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

/** Letters of other scripts that look like Latin ones. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ...pairs('АВСЕНІЈКМОРЅТХУ', 'ABCEHIJKMOPSTXY'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('₮0', 'TO'),
]);

/** Indexes the listed tokens of a chain by address and by the look of their symbols. */
export function chainTokens(listed: readonly ListedToken[]): ChainTokens {
  const byAddress = new Map(listed.map(token => [keyOf(token.address), token]));
  const shapes = new Set(listed.map(({ symbol }) => shapeOf(symbol)));
  return {
    at: address => byAddress.get(keyOf(address)),
    isTaken: symbol => shapes.has(shapeOf(symbol)),
  };
}

/** EVM addresses are case-insensitive, base58 addresses are not. */
const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

/** What a symbol looks like to a reader: its letters and digits in one case and one script. */
function shapeOf(symbol: string): string {
  const letters = symbol
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}₮]/gu, '');
  return Array.from(letters, letter => ALIKE.get(letter) ?? letter).join('');
}

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return Array.from(from, (letter, at) => [letter, to[at] ?? letter] as const);
}
