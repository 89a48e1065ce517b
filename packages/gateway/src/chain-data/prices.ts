import type { Cache } from '../ports/Cache.js';
import type { PriceSource } from '../ports/PriceSource.js';

/** Milliseconds that a price is kept. */
const LIFE = 30_000;

export interface Prices {
  /** The prices that are known. A source that fails knows none: balances are shown without. */
  of(assets: readonly string[], currency: string, gone: AbortSignal): Promise<ReadonlyMap<string, number>>;
}

/**
 * Prices of a source, kept for a while and shared by the replicas.
 *
 * @param failed - Hears when the source does not answer.
 */
export function prices(
  source: PriceSource | undefined,
  cache: Cache,
  failed: (error: unknown) => void,
): Prices {
  if (source === undefined) return { of: async () => new Map() };
  return {
    async of(assets, currency, gone) {
      const known = new Map<string, number>();
      const missing: string[] = [];
      await Promise.all(
        assets.map(async asset => {
          const kept = await cache.get(`price:${currency}:${asset}`).catch(() => undefined);
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
          // That a price is unknown is kept too.
          await cache
            .set(`price:${currency}:${asset}`, price === undefined ? '' : String(price), LIFE)
            .catch(() => {});
        }
      } catch (error) {
        failed(error);
      }
      return known;
    },
  };
}
