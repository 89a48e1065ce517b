import { assetId, type TokenBalance } from '../adapter/TokenBalance.js';
import { fetchPrices } from '../balances/fetchPrices.js';
import { refreshBalance } from '../balances/refreshBalance.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { toFigure } from '../balances/tokenCache.js';
import type { Latchkit } from '../Latchkit.js';
import type { NamespaceState } from '../LatchkitState.js';
import { canSendOn } from './prepareSend.js';
import { setSendReceiver, updateSend } from './sendDraft.js';

/**
 * Loads the tokens that the account can send into `state.send.tokenBalances`, with live prices, and selects the network's own
 * currency if no token is selected. Never rejects.
 */
export async function loadSend(kit: Latchkit): Promise<void> {
  const { activeNamespace } = kit.store.getState();
  if (!canSendOn(activeNamespace)) return;
  const { receiver, receiverAddress } = kit.store.getState().send;
  // A receiver that was entered for another namespace is invalid here.
  const isKnown = !receiverAddress || kit.adapter(activeNamespace)?.isAddress(receiverAddress);
  if (receiver && !isKnown) setSendReceiver(kit, receiver);
  listTokens(kit);
  await Promise.all([refreshBalance(kit), refreshTokens(kit)]);
  const tokens = listTokens(kit);
  if (!kit.options.gateway || !kit.options.projectId || tokens.length === 0) return;
  const prices = await fetchPrices(kit, tokens.map(assetId)).catch(() => []);
  const byId = new Map(prices.map(({ address, price }) => [address?.toLowerCase(), toFigure(price)]));
  // The account or network may have changed since.
  listTokens(kit, token => byId.get(assetId(token).toLowerCase()) ?? byId.get(token.chainId));
}

/** Lists the tokens again, with the balances as they are now; what the visitor has chosen stays. */
export function listSendTokens(kit: Latchkit): void {
  const { send } = kit.store.getState();
  if (send.token) listTokens(kit, priceIn(send.tokenBalances));
}

/** The prices that are known from a list. */
function priceIn(tokens: readonly TokenBalance[]): (token: TokenBalance) => number | undefined {
  const known = new Map(tokens.map(token => [assetId(token), token.price]));
  return token => known.get(assetId(token));
}

/** Puts the tokens of the active account into the state, each with its latest known price. */
function listTokens(
  kit: Latchkit,
  priceOf: (token: TokenBalance) => number | undefined = () => undefined,
): readonly TokenBalance[] {
  const { namespaces, activeNamespace, send } = kit.store.getState();
  const chain = namespaces[activeNamespace];
  if (chain?.connection.status !== 'connected') return [];
  const tokenBalances = sendableTokens(chain).map(token => {
    // Whether a price is of what is shown or of what moves, no source says.
    const price = token.shown ? undefined : (priceOf(token) ?? token.price);
    return price === undefined ? token : { ...token, price, value: price * Number(token.quantity.numeric) };
  });
  const [native] = tokenBalances;
  const isChosen = (token: TokenBalance) =>
    token.address === send.token?.address && token.chainId === send.token?.chainId;
  const token = tokenBalances.find(isChosen) ?? native;
  updateSend(kit, { tokenBalances, token, networkBalanceInUSD: native?.value });
  return tokenBalances;
}

/** The network's own currency as a token, with its balance if known. */
function nativeToken({ network, balance, tokenBalance }: NamespaceState): TokenBalance {
  const listed = tokenBalance?.find(token => !token.address && token.chainId === network.caipNetworkId);
  const { name, symbol, decimals } = network.nativeCurrency;
  const numeric = balance && /^\d+(\.\d+)?$/.test(balance) ? balance : (listed?.quantity.numeric ?? '0');
  return {
    name,
    symbol,
    chainId: network.caipNetworkId,
    ...(listed?.price === undefined ? {} : { price: listed.price, value: listed.value }),
    ...(listed?.iconUrl === undefined ? {} : { iconUrl: listed.iconUrl }),
    quantity: { decimals, numeric },
  };
}

/** The tokens that the account can send on its network: its own currency first. */
function sendableTokens(chain: NamespaceState): readonly TokenBalance[] {
  const { tokenBalance = [], network } = chain;
  const tokens = tokenBalance.filter(token => token.address && token.chainId === network.caipNetworkId);
  return [nativeToken(chain), ...tokens];
}
