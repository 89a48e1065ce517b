import { refuseLockedAddress } from '../shared/addressChanges.js';
import { cooldown } from '../shared/cooldown.js';
import { WALLET_ALLOWANCES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';

/** Counts an email to an address that asks its holder to agree. @throws HttpError 403 `LOCKED`, 429. */
export async function takeMail(parts: WalletParts, email: string): Promise<void> {
  const { store, counters, allowances } = parts;
  const index = store.secret.index('email', email);
  await refuseLockedAddress(parts, index);
  await cooldown(counters, index);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress)
    await allowances.takeForMail('mail', index, allowance);
}
