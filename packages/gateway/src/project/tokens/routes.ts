import type { Context } from 'hono';
import { readPricesRequest } from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import { currencyOf } from './currencies.js';
import type { Prices } from './prices.js';
import type { Token } from './Token.js';
import { type TokenIcon, withIcon } from './TokenIcon.js';

export interface PriceRoutesOptions {
  readonly prices: Prices;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
}

/** Fiat prices of tokens, with what is known of them. */
export function priceCalls(options: PriceRoutesOptions): readonly CallHandler[] {
  return [
    handle(readPricesRequest, async ({ body: { addresses, currency }, context }) => {
      const assets = new Map(addresses.map(address => [address, address.replace(/:native$/, '')]));
      const known = await options.prices.of([...new Set(assets.values())], currency, context.req.raw.signal);
      const fungibles = [...assets].flatMap(([address, asset]) => {
        const price = known.get(asset);
        if (price === undefined) return [];
        const source = options.prices.origin === 'pools' ? { source: 'pools' as const } : {};
        return [{ address, ...facts(options, asset, context), price, ...source }];
      });
      return { fungibles };
    }),
  ];
}

/** Metadata of a token, or of a chain's native currency. */
function facts({ tokens, icon }: PriceRoutesOptions, asset: string, context: Context) {
  const [namespace, reference, contract] = asset.split(':');
  const chain = `${namespace}:${reference}`;
  const found =
    contract === undefined
      ? currencyOf(chain)
      : tokens.find(
          token => token.chainId === chain && token.address.toLowerCase() === contract.toLowerCase(),
        );
  if (found === undefined) return {};
  return withIcon({ name: found.name, symbol: found.symbol }, icon(found.symbol, context));
}
