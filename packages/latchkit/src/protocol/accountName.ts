/** Ending of the account names of a development gateway. In production, it is a domain of the operator's. */
export const NAME_SUFFIX = '.reown.id';

/** An older ending, under which a gateway with `NAME_SUFFIX` resolves the same names. */
export const LEGACY_NAME_SUFFIX = '.wcn.id';

/** Minimum and maximum number of characters of an account name, without its suffix. */
export const MIN_NAME_LENGTH = 4;
export const MAX_NAME_LENGTH = 32;

/** Whether a text, without a suffix, has the form of an account name: 4 to 32 letters, digits and hyphens. */
export function isAccountName(text: string): boolean {
  const { length } = [...text];
  return length >= MIN_NAME_LENGTH && length <= MAX_NAME_LENGTH && hasNameCharacters(text);
}

/** Whether a text contains only characters of account names. */
export function hasNameCharacters(text: string): boolean {
  return /^[\p{L}\p{M}\p{Nd}-]*$/u.test(text);
}

/** Ethereum's coin type (SLIP-44), and the bit of the coin types of the other EVM chains (ENSIP-11). */
const ETHEREUM_COIN = 60;
const EVM_COIN_BIT = 0x80000000;

/** The coin type of an EVM chain (ENSIP-11). */
export function evmCoinType(chainId: number): number {
  return chainId === 1 ? ETHEREUM_COIN : (EVM_COIN_BIT | chainId) >>> 0;
}

/** The EVM chain of a coin type (ENSIP-11); undefined for a coin of another kind. */
export function evmChainOf(coinType: number): number | undefined {
  if (coinType === ETHEREUM_COIN) return 1;
  return coinType > EVM_COIN_BIT && coinType <= 0xffffffff ? coinType - EVM_COIN_BIT : undefined;
}
