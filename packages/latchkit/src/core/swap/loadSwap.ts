import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import { assetId } from '../adapter/TokenBalance.js';
import { cleanName } from '../adapter/untrusted.js';
import { fetchPrices } from '../balances/fetchPrices.js';
import { refreshBalance } from '../balances/refreshBalance.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { toFigure } from '../balances/tokenCache.js';
import { activeAccount } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import type { NamespaceState } from '../LatchkitState.js';
import type { SwapArguments } from '../modal/View.js';
import { readUnlistedToken } from './readUnlistedToken.js';
import { updateSwap } from './swapDraft.js';
import { readGasPrice, readSwapTokens } from './swapGateway.js';
import { isSameAsset, type SwapToken, selectSwap, swapAsset } from './swapState.js';

/**
 * Loads the tokens that the account can swap into `state.swap`, with balances and live prices, and selects the native currency if
 * nothing is selected. Never rejects: a failure is in `state.swap.error`. Does nothing while no EVM account is connected.
 *
 * @param wanted - Tokens and amount to select, as the host passed them to `openModal`.
 */
export async function loadSwap(kit: Latchkit, wanted: SwapArguments = {}): Promise<void> {
  if (kit.store.getState().namespaces.eip155?.connection.status !== 'connected') return;
  const { network, id } = activeAccount(kit, 'eip155');
  const chainId = network.caipNetworkId;
  const isNew = selectSwap(kit.store.getState()).account !== id;
  const nothing = {
    tokens: [],
    from: undefined,
    to: undefined,
    quote: undefined,
    quoteStatus: 'none',
  } as const;
  updateSwap(kit, { account: id, error: undefined, ...(isNew && { ...nothing, status: 'loading' }) });
  const set = (change: Parameters<typeof updateSwap>[1]) => {
    if (selectSwap(kit.store.getState()).account === id) updateSwap(kit, change);
  };
  try {
    const reading = readGasPrice(kit, chainId);
    // Whether the network has swaps is known by the list of tokens, whichever comes first.
    reading.catch(() => {});
    const [listed] = await Promise.all([
      readSwapTokens(kit, chainId),
      refreshBalance(kit, { namespace: 'eip155' }),
      refreshTokens(kit, { namespace: 'eip155' }),
    ]);
    const gasPrice = await reading;
    const chain = kit.store.getState().namespaces.eip155;
    if (chain?.account.caipAddress !== id) return;
    const tokens = joinTokens(
      chain,
      listed.map(token => toSwapToken(chainId, token)),
    );
    set({ tokens, gasPrice, status: 'ready' });
    await selectTokens(kit, id, wanted);
    await addPrices(kit, id);
  } catch (cause) {
    set({ status: 'error', error: isError(cause) ? cause : createError('REQUEST_FAILED', { cause }) });
  }
}

/**
 * Keeps what the form says of the account's holdings current: a transaction that settles, and money that arrives, change them while it
 * is shown.
 *
 * @returns a function that stops this.
 */
export function followHoldings(kit: Latchkit): () => void {
  return kit.store.subscribe(({ namespaces: { eip155: chain } }, { namespaces: { eip155: before } }) => {
    if (!chain || chain.tokenBalance === before?.tokenBalance) return;
    const { account, tokens: shown, from, to } = selectSwap(kit.store.getState());
    if (chain.account.caipAddress !== account || chain.tokenBalance === undefined) return;
    const none = shown.map(token => ({
      ...token,
      quantity: { ...token.quantity, numeric: '0' },
      shown: token.shown && { ...token.shown, amount: '0' },
    }));
    const tokens = joinTokens(chain, none);
    updateSwap(kit, { tokens, from: currentOf(from, tokens), to: currentOf(to, tokens) });
  });
}

interface ListedToken {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly logoUri?: string | null | undefined;
}

function toSwapToken(
  chainId: NamespaceState['network']['caipNetworkId'],
  { address, name, symbol, decimals, logoUri }: ListedToken,
): SwapToken {
  return {
    name: cleanName(name),
    symbol: cleanName(symbol),
    chainId,
    address: address === chainId ? undefined : (address as SwapToken['address']),
    quantity: { decimals, numeric: '0' },
    iconUrl: logoUri ?? undefined,
  };
}

/** The list with the account's balances, and what else the account holds: held tokens first, after the native currency. */
function joinTokens(
  { tokenBalance = [], network, balance }: NamespaceState,
  listed: readonly SwapToken[],
): readonly SwapToken[] {
  const held = tokenBalance.filter(({ chainId }) => chainId === network.caipNetworkId);
  const heldOf = (token: SwapToken) => held.find(one => isSameAsset(swapAsset(one), swapAsset(token)));
  const known = listed.map(token => {
    const own = heldOf(token);
    if (own)
      return {
        ...{ ...token, ...own, price: own.price ?? token.price, iconUrl: own.iconUrl ?? token.iconUrl },
        shown: own.shown,
      };
    if (token.address || balance === undefined) return token;
    return { ...token, quantity: { ...token.quantity, numeric: balance } };
  });
  const ids = new Set(listed.map(token => swapAsset(token).toLowerCase()));
  const others = held.filter(token => !ids.has(swapAsset(token).toLowerCase()));
  const [native, ...rest] = known;
  const isHeld = (token: SwapToken) => heldOf(token) !== undefined;
  return [
    ...(native ? [native] : []),
    ...rest.filter(isHeld),
    ...others,
    ...rest.filter(token => !isHeld(token)),
  ];
}

/** Selects what the host asked for, else keeps the selection with its new balances, else selects the native currency. */
async function selectTokens(kit: Latchkit, id: string, wanted: SwapArguments): Promise<void> {
  const [fromWanted, toWanted] = await Promise.all([
    findToken(kit, wanted.fromToken),
    findToken(kit, wanted.toToken),
  ]);
  const { tokens, from, to, account, amount } = selectSwap(kit.store.getState());
  if (account !== id) return;
  const nextFrom = fromWanted ?? currentOf(from, tokens) ?? tokens[0];
  const nextTo = toWanted ?? currentOf(to, tokens);
  const isSame = nextFrom && nextTo && swapAsset(nextFrom) === swapAsset(nextTo);
  updateSwap(kit, {
    from: nextFrom,
    to: isSame ? undefined : nextTo,
    amount: wanted.amount ?? amount,
  });
}

/** A selected token with its present balance. */
function currentOf(token: SwapToken | undefined, tokens: readonly SwapToken[]): SwapToken | undefined {
  return token && (tokens.find(one => swapAsset(one) === swapAsset(token)) ?? token);
}

/** A token by symbol, contract address or id: of the list, or else read from the chain. */
async function findToken(kit: Latchkit, text: string | undefined): Promise<SwapToken | undefined> {
  if (!text) return undefined;
  const { tokens } = selectSwap(kit.store.getState());
  const address = text.slice(text.lastIndexOf(':') + 1);
  const isIt = (token: SwapToken) =>
    isSameAsset(swapAsset(token), text) ||
    token.symbol.toLowerCase() === text.toLowerCase() ||
    (token.address !== undefined && isSameAsset(token.address, `${token.chainId}:${address}`));
  const found = tokens.find(isIt);
  if (found || !isEvmAddress(address)) return found;
  return readUnlistedToken(kit, address).catch(() => undefined);
}

/** Adds live prices; without any, no worth is shown. */
async function addPrices(kit: Latchkit, id: string): Promise<void> {
  const { tokens } = selectSwap(kit.store.getState());
  const prices = await fetchPrices(kit, tokens.map(assetId)).catch(() => []);
  const byId = new Map(prices.map(({ address, price }) => [address?.toLowerCase(), toFigure(price)]));
  const priced = (token: SwapToken): SwapToken => {
    const price = byId.get(assetId(token).toLowerCase()) ?? byId.get(token.chainId) ?? token.price;
    return price === undefined ? token : { ...token, price };
  };
  const swap = selectSwap(kit.store.getState());
  if (swap.account !== id) return;
  updateSwap(kit, {
    tokens: swap.tokens.map(priced),
    from: swap.from && priced(swap.from),
    to: swap.to && priced(swap.to),
  });
}
