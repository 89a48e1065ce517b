import type { Cache } from '../../platform/ports/Cache.js';
import type { PriceSource } from './PriceSource.js';

/** Milliseconds for which a price is cached. */
const LIFE = 30_000;

/** Where prices come from: the operator's service, or the pools of swaps. */
export type PriceOrigin = 'service' | 'pools';

export interface Prices {
  readonly origin: PriceOrigin;
  /** Returns the known prices; none if the source fails, because balances are shown without them. */
  of(assets: readonly string[], currency: string, gone: AbortSignal): Promise<ReadonlyMap<string, number>>;
}

/**
 * Prices from a source, cached and shared by replicas.
 *
 * @param origin - What the source is.
 * @param failed - Receives the source's errors.
 */
export function prices(
  source: PriceSource,
  origin: PriceOrigin,
  cache: Cache,
  failed: (error: unknown) => void,
): Prices {
  const keyOf = (currency: string, asset: string) => `price:${origin}:${currency}:${asset}`;
  return {
    origin,
    async of(assets, currency, gone) {
      const known = new Map<string, number>();
      const missing: string[] = [];
      await Promise.all(
        assets.map(async asset => {
          const kept = await cache.get(keyOf(currency, asset)).catch(() => undefined);
          if (kept === undefined) missing.push(asset);
          else if (kept !== '') known.set(asset, Number(kept));
        }),
      );
      if (missing.length === 0) return known;
      try {
        const found = await source.prices(missing, currency, gone);
        for (const asset of missing) {
          const price = found.get(asset);
          if (price !== undefined) known.set(asset, price);
          // Unknown prices are cached too.
          await cache
            .set(keyOf(currency, asset), price === undefined ? '' : String(price), LIFE)
            .catch(() => {});
        }
      } catch (error) {
        failed(error);
      }
      return known;
    },
  };
}
