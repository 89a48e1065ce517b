import { type Context, Hono } from 'hono';
import { MAX_PRICED_TOKENS } from 'latchkit/protocol';
import * as z from 'zod';
import { accountAddress } from '../accounts/accountAddress.js';
import { limitBody } from '../http/limitBody.js';
import { parseBody } from '../http/parseBody.js';
import { parseParams, parseQuery } from '../http/parseQuery.js';
import { projectId } from '../projects/store.js';
import type { RpcService } from '../rpc/service.js';
import type { Balances } from './balances.js';
import { currencyOf } from './currencies.js';
import type { Identities } from './identities.js';
import type { Prices } from './prices.js';
import type { Token } from './Token.js';

/** Maximum size of a request body in bytes: the maximum number of CAIP-10 ids of maximum length. */
const MAX_BODY = 32 * 1024;

const chainId = z
  .string()
  .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'is not a CAIP-2 id')
  // The default chain of the specification, section 9.
  .default('eip155:1');

/** Path of the calls for one account. */
export const accountParams = z.object({ address: accountAddress });

export const projectOnlyQuery = z.object({ projectId });
export const identityQuery = z.object({ projectId, chainId });

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'is not a currency such as usd')
  .transform(text => text.toLowerCase())
  .default('usd');

/** Query of the balance call; `forceUpdate` with any value but `false` bypasses the cache. */
export const balanceQuery = z.object({
  projectId,
  chainId,
  currency,
  forceUpdate: z.string().max(4_000).optional(),
});

/** Response of the balance call. */
export const heldTokens = z.object({
  balances: z.array(
    z.object({
      name: z.string(),
      symbol: z.string(),
      chainId: z.string(),
      address: z.string().optional(),
      value: z.number().optional(),
      price: z.number().optional(),
      quantity: z.object({ decimals: z.string(), numeric: z.string() }),
      iconUrl: z.string().optional(),
    }),
  ),
});

/** Body of the price call. */
export const priceBody = z.object({
  currency,
  /** CAIP-10 ids of token contracts; the native currency is the chain's CAIP-2 id, alone or followed by `:native`. */
  addresses: z
    .array(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(:[-.%a-zA-Z0-9]{1,128})?$/))
    .min(1)
    .max(MAX_PRICED_TOKENS),
});

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
export function chainDataRoutes(options: ChainDataRoutesOptions): Hono {
  const { rpc, balances, identities } = options;
  return new Hono()
    .get('/v1/supported-chains', context => {
      parseQuery(context, projectOnlyQuery);
      context.header('Cache-Control', 'public, max-age=300');
      return context.json({ http: rpc.chainIds, ws: [] });
    })
    .get('/v1/identity/:address', async context => {
      const { address } = parseParams(context, accountParams);
      const query = parseQuery(context, identityQuery);
      return context.json(await identities.of(query.chainId, address, context.req.raw.signal));
    })
    .get('/v1/account/:address/balance', async context => {
      const { address } = parseParams(context, accountParams);
      const { forceUpdate, ...query } = parseQuery(context, balanceQuery);
      const force = forceUpdate !== undefined && forceUpdate !== 'false';
      const held = await balances.of({ ...query, address, force }, context.req.raw.signal);
      return context.json({ balances: held.map(one => withIcon(one, options.icon(one.symbol, context))) });
    })
    .post('/v1/fungible/price', limitBody(MAX_BODY), async context => {
      parseQuery(context, projectOnlyQuery);
      const { addresses, currency } = await parseBody(context, priceBody);
      const assets = new Map(addresses.map(address => [address, address.replace(/:native$/, '')]));
      const known = await options.prices.of([...new Set(assets.values())], currency, context.req.raw.signal);
      const fungibles = [...assets].flatMap(([address, asset]) => {
        const price = known.get(asset);
        return price === undefined ? [] : [{ address, ...facts(options, asset, context), price }];
      });
      return context.json({ fungibles });
    });
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
