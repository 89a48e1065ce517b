/** Whether users can take their wallets with them: the portal's export. It is not built yet. */
const CAN_EXPORT = false;

/**
 * Whether wallets may be made. In production not before users can export them and the ceremony that hands the keys to
 * custodians is recorded: a wallet must outlive its operator.
 */
export function mayCreateWallets(developmentMode: boolean, isCeremonyRecorded: boolean): boolean {
  return developmentMode || (CAN_EXPORT && isCeremonyRecorded);
}
