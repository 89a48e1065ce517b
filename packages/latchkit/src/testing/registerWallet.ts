/** Registers wallets in a page, and returns a function that removes them. */
type Register = (...wallets: readonly unknown[]) => () => void;

/**
 * Registers a wallet as Wallet Standard has it: with the scripts that listen now, and with each that says it is ready
 * later. Anything can be registered: that is what hostile pages do.
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
