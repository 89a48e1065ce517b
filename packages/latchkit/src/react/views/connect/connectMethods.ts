/** A way to connect. */
export type ConnectMethod = 'email' | 'social' | 'wallet';

/** Who has no wallet logs in. */
const LOGIN_FIRST: readonly ConnectMethod[] = ['email', 'social', 'wallet'];
/** Who has one most likely wants it. */
const WALLET_FIRST: readonly ConnectMethod[] = ['wallet', 'email', 'social'];

/** The offered ways to connect in their order: wallets lead where one is installed [LOG-14] [LOG-15]. */
export function connectMethods(
  offered: readonly ConnectMethod[],
  installed: boolean,
): readonly ConnectMethod[] {
  return (installed ? WALLET_FIRST : LOGIN_FIRST).filter(method => offered.includes(method));
}
