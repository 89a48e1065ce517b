/** Icon of the 'WalletConnect' entry: two linked rings, drawn for Latchkit; not a brand's logo. */
export const WALLET_CONNECT_MARK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Cpath fill='%232f6fe4' d='M0 0h40v40H0z'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='3.2'%3E%3Ccircle cx='15.5' cy='20' r='6.5'/%3E%3Ccircle cx='24.5' cy='20' r='6.5'/%3E%3C/g%3E%3C/svg%3E";
