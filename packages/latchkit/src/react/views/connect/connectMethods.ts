/** A way to connect. */
export type ConnectMethod = 'email' | 'social' | 'wallet';

/** For visitors without a wallet. */
const LOGIN_FIRST: readonly ConnectMethod[] = ['email', 'social', 'wallet'];
/** For visitors with an installed wallet, which they most likely want to use. */
const WALLET_FIRST: readonly ConnectMethod[] = ['wallet', 'email', 'social'];

/** The offered ways to connect, in order: wallets are first if one is installed. */
export function connectMethods(
  offered: readonly ConnectMethod[],
  installed: boolean,
): readonly ConnectMethod[] {
  return (installed ? WALLET_FIRST : LOGIN_FIRST).filter(method => offered.includes(method));
}
