import * as z from 'zod/mini';
import type { ChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { cleanName, isRecord } from '../adapter/untrusted.js';
import type { ActiveConnection } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { readCapabilities } from '../walletActions/capabilities.js';
import { eachOnce, toFigure } from './tokenCache.js';
import { readTokenFactor, scaledBy } from './tokenScale.js';

/** How long a wallet may take to respond to a request without a prompt, in ms. */
const PATIENCE_MS = 5_000;

const HEX = /^0x[0-9a-f]{1,64}$/i;

const TYPE = /^(?:ERC20|NATIVE)$/i;

/** The part of an EIP-1193 provider that is used here. */
interface Requester {
  request(request: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
}

/** Tokens whose contracts are asked at once. */
const ASKED = 20;

/**
 * The connected account's tokens as reported by the wallet; undefined if the wallet's capabilities don't include
 * `assetDiscovery` or its response is unusable. Assets of an invalid shape and those with 0 decimals are left out. Wallets report what
 * moves, so their contracts say what is shown (ERC-8056).
 *
 * @throws REQUEST_FAILED if the chain does not say it.
 */
export async function readWalletAssets(
  kit: Latchkit,
  connection: ActiveConnection,
): Promise<readonly TokenBalance[] | undefined> {
  const { adapter, connectorId, address, network } = connection;
  if (network.chainNamespace !== 'eip155') return undefined;
  const chainId = `0x${Number(network.id).toString(16)}`;
  const capabilities = await inTime(readCapabilities(adapter, { connectorId, address }));
  const { assetDiscovery } = entry(capabilities, chainId);
  if (!isRecord(assetDiscovery) || assetDiscovery.supported !== true) return undefined;
  const provider = await adapter.getProvider(connectorId);
  if (!isRequester(provider)) return undefined;
  const params = [{ account: address, chainFilter: [chainId] }];
  const answer = await inTime(provider.request({ method: 'wallet_getAssets', params }));
  const assets = isRecord(answer) ? answer[chainId] : undefined;
  if (!Array.isArray(assets)) return undefined;
  const tokens = eachOnce(
    assets.flatMap(asset => {
      const read = z.safeParse(walletAsset, asset);
      return read.success && isUsable(read.data) ? [toToken(read.data, network.caipNetworkId)] : [];
    }),
  );
  const shown: (TokenBalance | undefined)[] = [];
  for (let at = 0; at < tokens.length; at += ASKED)
    shown.push(
      ...(await Promise.all(
        tokens.slice(at, at + ASKED).map(one => asShown(kit, connection, one).catch(() => undefined)),
      )),
    );
  const read = shown.filter(one => one !== undefined);
  // A contract that does not answer, which anyone can send, hides no other one.
  if (read.length < shown.length && !read.some(({ address }) => address)) throw createError('REQUEST_FAILED');
  return read;
}

async function asShown(
  kit: Latchkit,
  connection: ActiveConnection,
  token: TokenBalance,
): Promise<TokenBalance> {
  const factor = await readTokenFactor(kit, token.address ?? token.chainId, connection);
  // A price of the shown token and one of the moved one cannot be told apart.
  return factor === '1' ? token : { ...scaledBy(token, factor), value: undefined, price: undefined };
}

function isUsable({ balance, type, metadata: { decimals } }: WalletAsset): boolean {
  const whole = Number.isInteger(decimals) && decimals > 0 && decimals < 256;
  return whole && HEX.test(balance) && TYPE.test(type);
}

function toToken(asset: WalletAsset, chainId: ChainId): TokenBalance {
  const { name, symbol, decimals, iconUrl } = asset.metadata;
  const price = toFigure(asset.metadata.price);
  const numeric = formatUnits(BigInt(asset.balance), decimals);
  const native = asset.type.toUpperCase() === 'NATIVE';
  return {
    name: cleanName(name),
    symbol: cleanName(symbol),
    chainId,
    address: native ? undefined : `${chainId}:${asset.address}`,
    value: toFigure(price === undefined ? undefined : price * Number(numeric)),
    price,
    quantity: { decimals, numeric },
    iconUrl: iconUrl ?? undefined,
  };
}

function entry(record: unknown, key: string): Readonly<Record<string, unknown>> {
  const value = isRecord(record) ? record[key] : undefined;
  return isRecord(value) ? value : {};
}

function isRequester(provider: unknown): provider is Requester {
  return isRecord(provider) && typeof provider.request === 'function';
}

/** The response, or undefined if the wallet fails or does not respond: the gateway is the fallback. */
async function inTime(answer: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    return await Promise.race([answer, silence]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** One asset of `wallet_getAssets`; ERC-7811 uses lower-case types. */
const walletAsset = z.object({
  /** The contract's address, or `native`. */
  address: z.string(),
  /** In the smallest unit, hexadecimal. */
  balance: z.string(),
  type: z.string(),
  metadata: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    price: z.catch(z.nullish(z.number()), undefined),
    iconUrl: z.catch(z.nullish(z.string()), undefined),
  }),
});

export type WalletAsset = z.output<typeof walletAsset>;
