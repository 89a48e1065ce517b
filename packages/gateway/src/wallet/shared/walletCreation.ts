/** Whether users can export their wallets. The portal with the export does not exist yet. */
const CAN_EXPORT = false;

/** Whether wallets may be created now. Checked per call, because the key ceremony may be recorded at run time. */
export type MayCreate = () => Promise<boolean>;

/**
 * Whether wallets may be created. In production, users must be able to export them and the key ceremony must be recorded
 * first, because a wallet must outlive its operator.
 */
export function mayCreateWallets(developmentMode: boolean, isCeremonyRecorded: boolean): boolean {
  return developmentMode || (CAN_EXPORT && isCeremonyRecorded);
}

/** Whether the vault stores its share of new wallets. In production, its own key must be in escrow first. */
export function mayKeepWallets(developmentMode: boolean, isCeremonyRecorded: boolean): boolean {
  return developmentMode || isCeremonyRecorded;
}
