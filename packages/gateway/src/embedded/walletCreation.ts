/** Whether users can take their wallets with them: the portal's export. It is not built yet. */
const CAN_EXPORT = false;

/** Whether wallets may be made now: the keys' ceremony is recorded while the service runs. */
export type MayCreate = () => Promise<boolean>;

/**
 * Whether wallets may be made. In production not before users can export them and the ceremony that hands the keys to
 * custodians is recorded: a wallet must outlive its operator.
 */
export function mayCreateWallets(developmentMode: boolean, isCeremonyRecorded: boolean): boolean {
  return developmentMode || (CAN_EXPORT && isCeremonyRecorded);
}

/** Whether the vault keeps its half of a new wallet: in production not before its own key is with custodians. */
export function mayKeepWallets(developmentMode: boolean, isCeremonyRecorded: boolean): boolean {
  return developmentMode || isCeremonyRecorded;
}
