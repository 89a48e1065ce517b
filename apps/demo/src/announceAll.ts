/**
 * Announces wallets, like slow extensions if a delay is given.
 *
 * @param late - Milliseconds.
 */
export function announceAll(wallets: readonly { announce(): void }[], late: number): void {
  const announce = () => {
    for (const wallet of wallets) wallet.announce();
  };
  // A delay of zero must announce synchronously, unlike a timer of zero.
  if (late > 0) setTimeout(announce, late);
  else announce();
}
