import type { Context } from 'hono';
import {
  listChainsRequest,
  readBalancesRequest,
  readIdentityRequest,
  readPricesRequest,
} from 'latchkit/protocol';
import { handle } from '../http/projectCalls.js';
import type { CallHandler } from '../http/serveCalls.js';
import type { RpcService } from '../rpc/service.js';
import type { Balances } from './balances.js';
import { currencyOf } from './currencies.js';
import type { Identities } from './identities.js';
import type { Prices } from './prices.js';
import type { Token } from './Token.js';

export interface ChainDataRoutesOptions {
  readonly rpc: RpcService;
  readonly balances: Balances;
  readonly identities: Identities;
  readonly prices: Prices;
  readonly tokens: readonly Token[];
  /** Builds a token's image URL; the request provides the gateway's origin. */
  readonly icon: TokenIcon;
}

/** Returns the URL of a token's image. */
export type TokenIcon = (symbol: string, context: Context) => string | undefined;

/** The calls for blockchain data that the gateway reads from the chains. */
export function chainDataCalls(options: ChainDataRoutesOptions): readonly CallHandler[] {
  const { rpc, balances, identities } = options;
  return [
    handle(listChainsRequest, ({ context }) => {
      context.header('Cache-Control', 'public, max-age=300');
      return context.json({ http: rpc.chainIds, ws: [] });
    }),
    handle(readIdentityRequest, ({ params, query, context }) =>
      identities.of(query.chainId, params.address, context.req.raw.signal),
    ),
    handle(readBalancesRequest, async ({ params, query: { chainId, currency, forceUpdate }, context }) => {
      const force = forceUpdate !== undefined && forceUpdate !== 'false';
      const held = await balances.of({ ...params, chainId, currency, force }, context.req.raw.signal);
      return { balances: held.map(one => withIcon(one, options.icon(one.symbol, context))) };
    }),
    handle(readPricesRequest, async ({ body: { addresses, currency }, context }) => {
      const assets = new Map(addresses.map(address => [address, address.replace(/:native$/, '')]));
      const known = await options.prices.of([...new Set(assets.values())], currency, context.req.raw.signal);
      const fungibles = [...assets].flatMap(([address, asset]) => {
        const price = known.get(asset);
        return price === undefined ? [] : [{ address, ...facts(options, asset, context), price }];
      });
      return { fungibles };
    }),
  ];
}

/** Metadata of a token, or of a chain's native currency. */
function facts({ tokens, icon }: ChainDataRoutesOptions, asset: string, context: Context) {
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

/** Adds the gateway's image, unless the operator's list provides one. */
function withIcon<Of extends object>(
  of: Of,
  iconUrl: string | undefined,
): Of & { readonly iconUrl?: string } {
  return iconUrl === undefined || 'iconUrl' in of ? of : { ...of, iconUrl };
}
