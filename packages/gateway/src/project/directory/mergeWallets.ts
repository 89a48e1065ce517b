/** Merges two lists. A wallet with the id of another one replaces it; the others are appended. */
export function mergeWallets<Wallet extends { readonly id: string }>(
  wallets: readonly Wallet[],
  list: readonly Wallet[],
): readonly Wallet[] {
  if (list.length === 0) return wallets;
  const listed = new Map(list.map(wallet => [wallet.id, wallet]));
  const known = new Set(wallets.map(({ id }) => id));
  return [
    ...wallets.map(wallet => listed.get(wallet.id) ?? wallet),
    ...list.filter(({ id }) => !known.has(id)),
  ];
}
