import { type ChainId, shownUnits, ss58Address } from 'latchkit/protocol';
import { formatUnits, getAddress, type Hex } from 'viem';
import { cachedAnswer } from '../../platform/http/cachedAnswer.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Cache } from '../../platform/ports/Cache.js';
import { addressNamespace } from '../chains/accountAddress.js';
import type { RpcService } from '../chains/service.js';
import { currencyOf } from '../tokens/currencies.js';
import type { Prices } from '../tokens/prices.js';
import type { HeldToken, Token } from '../tokens/Token.js';
import { balanceReader } from './readBalances.js';
import { readBitcoinBalance } from './readBitcoinBalance.js';
import { readPolkadotBalance } from './readPolkadotBalance.js';
import { readSolanaBalances } from './readSolanaBalances.js';

/** Milliseconds for which a balance is cached, and between attempts after a failure. */
const LIFE = 30_000;

const FAILURE = { code: 'BALANCE_UNAVAILABLE', message: 'The balance cannot be read at the moment' };

/** Selects balances. */
export interface BalanceQuery {
  readonly chainId: string;
  readonly address: string;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  readonly force: boolean;
}

export interface Balances {
  /**
   * Returns the native currency, then every listed token that the account holds.
   *
   * @throws HttpError 400 `CHAIN_NOT_SUPPORTED`, or 503 `BALANCE_UNAVAILABLE`.
   */
  of(query: BalanceQuery, gone: AbortSignal): Promise<readonly HeldToken[]>;
}

export interface BalancesOptions {
  readonly rpc: RpcService;
  readonly cache: Cache;
  readonly prices: Prices;
  readonly tokens: readonly Token[];
}

export function balances({ rpc, cache, prices, tokens }: BalancesOptions): Balances {
  const read = balanceReader(rpc);
  // Tokens without decimals are indivisible, so they aren't money, and clients drop them.
  const divisible = tokens.filter(({ decimals }) => decimals > 0);

  const holdings = async (chainId: string, account: Hex, gone: AbortSignal): Promise<HeldToken[]> => {
    const listed = divisible.filter(token => token.chainId === chainId);
    const raw = await read(chainId, account, listed, gone);
    const native = entry({ ...currencyOf(chainId), chainId }, raw.native);
    const held = listed.flatMap((token, index) => {
      const amount = raw.tokens[index] ?? 0n;
      return amount === 0n ? [] : [entry(token, amount, raw.factors[index])];
    });
    return [native, ...held];
  };

  return {
    async of({ chainId, address, currency, force }, gone) {
      if (!rpc.chainIds.includes(chainId)) {
        throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'Balances of this chain are not served');
      }
      const namespace = addressNamespace(address);
      if (!chainId.startsWith(`${namespace}:`)) {
        throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'The address is of another kind of chain');
      }
      const account = canonical(namespace, address, chainId);
      const nativeOnly = async (amount: Promise<bigint>) => [
        entry({ ...currencyOf(chainId), chainId }, await amount),
      ];
      const ask = (): Promise<readonly HeldToken[]> => {
        if (namespace === 'eip155') return holdings(chainId, getAddress(account), gone);
        if (namespace === 'bip122') return nativeOnly(readBitcoinBalance(rpc, chainId, account, gone));
        if (namespace === 'polkadot') return nativeOnly(readPolkadotBalance(rpc, chainId, account, gone));
        return readSolanaBalances(rpc, chainId, account, tokens, gone);
      };
      const options = { life: LIFE, retryGap: LIFE, force, gone, failure: FAILURE };
      const held = await cachedAnswer(cache, `balance:${chainId}:${account}`, ask, options);
      return withPrices(held, await prices.of(held.map(assetId), currency, gone));
    },
  };
}

/** An account has one key in the cache, however its address is written. */
function canonical(namespace: string, address: string, chainId: string): string {
  if (namespace === 'eip155') return getAddress(address);
  return (namespace === 'polkadot' && ss58Address(address, chainId as ChainId)) || address;
}

type Held = { readonly chainId: string; readonly address?: string; readonly logo?: string } & Pick<
  Token,
  'name' | 'symbol' | 'decimals'
>;

function entry(token: Held, amount: bigint, factor?: string): HeldToken {
  const { name, symbol, chainId, decimals, address, logo } = token;
  return {
    name,
    symbol,
    chainId,
    ...(address === undefined ? {} : { address: `${chainId}:${address}` }),
    quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
    ...(factor === undefined
      ? {}
      : { shown: { amount: formatUnits(shownUnits(amount, factor), decimals), factor } }),
    ...(logo === undefined ? {} : { iconUrl: logo }),
  };
}

/** Id of the token for a price source. */
function assetId({ chainId, address }: HeldToken): string {
  return address ?? chainId;
}

function withPrices(held: readonly HeldToken[], known: ReadonlyMap<string, number>): HeldToken[] {
  return held.map(balance => {
    const price = known.get(assetId(balance));
    // Whether a price is of what is shown or of what moves, no source says.
    return price === undefined || balance.shown
      ? balance
      : { ...balance, price, value: price * Number(balance.quantity.numeric) };
  });
}
