import * as z from 'zod/mini';
import type { CaipAddress, ChainId } from '../../protocol/caip.js';
import { type TokenBalance as TokenAnswer, tokenBalance } from '../../protocol/gateway/chainData.js';
import { assetId, type TokenBalance } from '../adapter/TokenBalance.js';
import { cleanName, isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { readTokens, writeTokens } from './tokenRecord.js';

/** How long token balances are cached, in ms. */
export const TOKENS_FRESH_MS = 30_000;

/** Token balances, and when they were read, in milliseconds since the epoch. */
export interface CachedTokens {
  readonly timestamp: number;
  readonly tokens: readonly TokenBalance[];
}

/** The stored balances of an account that have not expired. */
export function readCachedTokens(storage: Storage, account: CaipAddress): CachedTokens | undefined {
  const found = readCurrent(storage)[account];
  return found && { timestamp: found.timestamp, tokens: toTokens(found.tokens) };
}

/** Stores token balances. Removes expired entries; skips storage that servers read. */
export function writeCachedTokens(storage: Storage, account: CaipAddress, cached: CachedTokens): void {
  // Cookies are small and are sent with every request of the page.
  if (storage.readableOnServer) return;
  writeTokens(storage, { ...readCurrent(storage), [account]: cached });
}

/** Entries by `namespace:reference:address`. */
function readCurrent(storage: Storage): Readonly<Record<string, StoredTokens>> {
  const stored = readTokens(storage);
  return isRecord(stored) ? Object.fromEntries(Object.entries(stored).filter(isCurrent)) : {};
}

interface StoredTokens {
  readonly timestamp: number;
  readonly tokens: readonly unknown[];
}

function isCurrent(entry: [string, unknown]): entry is [string, StoredTokens] {
  const [, stored] = entry;
  if (!isRecord(stored) || !Array.isArray(stored.tokens) || typeof stored.timestamp !== 'number')
    return false;
  const age = Date.now() - stored.timestamp;
  return age >= 0 && age < TOKENS_FRESH_MS;
}

const DECIMALS = /^\d{1,3}$/;

const NUMERIC = /^\d+(\.\d+)?$/;

/** The valid entries of a service's token balances, each token once. Tokens with 0 decimals are dropped. */
export function toTokens(entries: readonly unknown[]): readonly TokenBalance[] {
  return eachOnce(
    entries.flatMap(entry => {
      const read = z.safeParse(tokenBalance, entry);
      return (read.success && toToken(read.data)) || [];
    }),
  );
}

/** The first entry of each token: a second one would count its balance twice. */
export function eachOnce(tokens: readonly TokenBalance[]): readonly TokenBalance[] {
  const ids = new Set<string>();
  return tokens.filter(token => {
    const id = assetId(token);
    // Only addresses of EVM chains mean the same in both cases.
    const key = id.startsWith('eip155:') ? id.toLowerCase() : id;
    return !ids.has(key) && ids.add(key);
  });
}

function toToken({ name, symbol, quantity, ...token }: TokenAnswer): TokenBalance | undefined {
  const { numeric } = quantity;
  const decimals = DECIMALS.test(String(quantity.decimals)) ? Number(quantity.decimals) : 0;
  if (decimals === 0 || decimals > 255 || !NUMERIC.test(numeric)) return undefined;
  const chainId = token.chainId as ChainId;
  const shown = token.shown && NUMERIC.test(token.shown.amount) ? token.shown : undefined;
  const price = shown ? undefined : toFigure(token.price);
  return {
    name: cleanName(name),
    symbol: cleanName(symbol),
    chainId,
    address: token.address ? toCaipAddress(chainId, token.address) : undefined,
    value: shown
      ? undefined
      : (toFigure(token.value) ?? toFigure(price === undefined ? undefined : price * Number(numeric))),
    price,
    quantity: { decimals, numeric },
    ...(shown && { shown: { ...shown, slot: shown.slot ?? undefined } }),
    iconUrl: token.iconUrl ?? undefined,
  };
}

/** A valid price or value; undefined for anything else, such as more than all money, with which a sum would say nothing. */
export function toFigure(figure: number | null | undefined): number | undefined {
  return typeof figure === 'number' && figure >= 0 && figure <= Number.MAX_SAFE_INTEGER ? figure : undefined;
}

/** Services send a contract as a CAIP-10 id or as a bare address. */
function toCaipAddress(chainId: ChainId, address: string): CaipAddress {
  return address.startsWith(`${chainId}:`) ? (address as CaipAddress) : `${chainId}:${address}`;
}
