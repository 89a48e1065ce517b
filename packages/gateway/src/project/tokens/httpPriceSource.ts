import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import { readText } from '../../platform/http/readText.js';
import { recordOf } from '../../platform/listOf.js';
import type { PriceSource } from './PriceSource.js';

/** Time limit of a request, in milliseconds. */
const TIMEOUT = 5_000;

const answer = z.object({ prices: recordOf(z.number().positive().finite()) });

/**
 * Prices from the operator's HTTP service: `POST url` with `{ currency, assets }` responds with
 * `{ prices: { id: number } }` for the assets that it knows.
 *
 * @param url - May contain a key; callers never see it.
 */
export function httpPriceSource(url: string): PriceSource {
  return {
    async prices(assets, currency, stopped) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ currency, assets }),
        redirect: 'error',
        signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT)]),
      });
      if (!response.ok) throw new Error(`The price source answered ${response.status}`);
      const { prices } = answer.parse(parseJson(await readText(response)));
      return new Map(Object.entries(prices).filter(([id]) => assets.includes(id)));
    },
  };
}
