/** Registers wallets in a page, and returns a function that removes them. */
type Register = (...wallets: readonly unknown[]) => () => void;

/**
 * Registers a wallet through Wallet Standard: with scripts that listen now, and with those that become ready later. Any
 * value can be registered, as hostile pages do.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function registerWallet(wallet: unknown, signal: AbortSignal): void {
  if (signal.aborted) return;
  const takenOut: (() => void)[] = [];
  const callback = ({ register }: { readonly register: Register }) => {
    takenOut.push(register(wallet));
  };
  window.addEventListener(
    'wallet-standard:app-ready',
    event => callback((event as CustomEvent<{ register: Register }>).detail),
    { signal },
  );
  signal.addEventListener('abort', () => takenOut.splice(0).forEach(unregister => void unregister()), {
    once: true,
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }));
}
