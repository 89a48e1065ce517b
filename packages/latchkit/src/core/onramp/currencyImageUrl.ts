import { pathSegment } from '../../protocol/pathSegment.js';
import { serviceUrl } from '../kernel/gatewayUrl.js';
import type { Latchkit } from '../Latchkit.js';

/** URL of a fiat currency's image at the gateway; undefined without a gateway. @param currency ISO 4217 code. */
export function currencyImageUrl(kit: Latchkit, currency: string): string | undefined {
  return serviceUrl(kit.options, `/public/getCurrencyImage/${pathSegment(currency)}`)?.href;
}
