import type { Account } from '../connection/account.js';
import type { Storage } from '../kernel/storage.js';
import type { LatchkitState } from '../LatchkitState.js';

/** What a visitor of the embedded wallet can choose on the active network. */
export type AccountChoice =
  /** The other account is available. */
  | { readonly other: Account; readonly type: 'eoa' | 'smartAccount' }
  /** The visitor prefers the smart account, which this network does not have. */
  | { readonly other?: undefined; readonly type?: undefined };

/** The choice between the embedded wallet's smart account and its EOA, or undefined if the active account or network offers no choice. */
export function accountChoice({
  activeNamespace,
  namespaces,
  embeddedWallet,
}: Pick<LatchkitState, 'activeNamespace' | 'namespaces' | 'embeddedWallet'>): AccountChoice | undefined {
  const { account, network } = namespaces[activeNamespace] ?? {};
  const { smartAccountNetworks = [] } = embeddedWallet;
  const info = account?.embeddedWalletInfo;
  if (!info || network?.chainNamespace !== 'eip155' || smartAccountNetworks.length === 0) return undefined;
  if (!smartAccountNetworks.includes(Number(network.id)))
    return info.user.preferredAccountType === 'smartAccount' ? {} : undefined;
  const type = info.accountType === 'smartAccount' ? 'eoa' : 'smartAccount';
  const other = account.allAccounts.find(one => one.type === type);
  return other && { other, type };
}

/** The address of the EOA for which the offer of the smart account was answered. */
const ANSWERED = 'latchkit.v1.smart_account_offer';

/** Whether the visitor has answered the offer to switch to the smart account, on this page and for this EOA. */
export function isOfferAnswered(storage: Storage, address: string): boolean {
  return storage.getItem(ANSWERED) === address;
}

export function writeOfferAnswered(storage: Storage, address: string): void {
  storage.setItem(ANSWERED, address);
}
