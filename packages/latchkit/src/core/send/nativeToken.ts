import type { TokenBalance } from '../adapter/TokenBalance.js';
import type { ChainState } from '../LatchkitState.js';

/** The network's own currency as a token, with its balance if known. */
export function nativeToken({ network, balance, tokenBalance }: ChainState): TokenBalance {
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
export function sendableTokens(chain: ChainState): readonly TokenBalance[] {
  const { tokenBalance = [], network } = chain;
  const tokens = tokenBalance.filter(token => token.address && token.chainId === network.caipNetworkId);
  return [nativeToken(chain), ...tokens];
}
