import type * as z from 'zod';
import { parseJson } from '../../../platform/http/parseJson.js';
import { readText } from '../../../platform/http/readText.js';
import { VendorError } from '../VendorError.js';

/** Time limit of a request, in milliseconds: shorter than that of the page for the gateway. */
const TIMEOUT = 9_000;

/** A request to a vendor's API. */
export interface VendorRequest {
  readonly url: URL;
  /** Contains the operator's key; callers never see it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly gone: AbortSignal;
}

/**
 * Asks a vendor's API, and parses the answer.
 *
 * @returns undefined if the vendor refuses the request (400, 404): it has no route.
 * @throws VendorError
 */
export async function askVendor<Answer>(
  { url, headers, gone }: VendorRequest,
  schema: z.ZodType<Answer>,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT)]),
    });
    if (response.status === 400 || response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) throw new VendorError(`${url.host} answered ${response.status}`);
    return schema.parse(parseJson(await readText(response)));
  } catch (cause) {
    if (cause instanceof VendorError) throw cause;
    throw new VendorError(`${url.host} did not answer as its API says`, { cause });
  }
}

/** How both vendors name the native currency. */
const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** An asset as both vendors name it. */
export function vendorToken(asset: string): string {
  return asset === 'native' ? NATIVE : asset;
}

/** The part of an amount for which a vendor's present price is asked: too little to move it. */
const PROBE = 1_000n;

/** A smaller amount, whose price shows the price impact of the amount; undefined if the amount is too small to measure. */
export function probeOf(amount: bigint): bigint | undefined {
  return amount >= PROBE ** 2n ? amount / PROBE : undefined;
}

/** How much less an amount brings than in proportion to a small part of it, in percent. */
export function impactOf(
  amount: bigint,
  amountOut: bigint,
  probe: { readonly amount: bigint; readonly amountOut: bigint } | undefined,
): number {
  if (!probe || probe.amountOut === 0n) return 0;
  const present = Number(probe.amountOut) / Number(probe.amount);
  const impact = (1 - Number(amountOut) / Number(amount) / present) * 100;
  return Math.min(Math.max(impact, 0), 100);
}
