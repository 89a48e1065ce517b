import { networksOf } from '../../platform/http/networksOf.js';
import { cooldown } from './cooldown.js';
import type { Caller } from './proveCaller.js';
import { WALLET_ALLOWANCES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

type Budgets = Pick<WalletParts, 'allowances' | 'counters'>;

const KIND = 'mail to address';

/**
 * Counts an email to an address that a new installation requests, by its key and its network. Other networks have separate
 * budgets. If the email does not leave, that of the wide network still counts: others share it.
 *
 * @throws HttpError 429 `COOLDOWN` or `RATE_LIMITED`.
 */
export async function takeStrangersMail(
  { allowances, counters }: Budgets,
  { jkt, network }: Caller,
  subjectIndex: string,
): Promise<void> {
  const { near, wide } = networksOf(network);
  await cooldown(counters, `${subjectIndex}:${wide}`);
  await cooldown(counters, jkt);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress) {
    await allowances.takeForMail(KIND, `${subjectIndex}:${near}`, allowance);
  }
  if (wide === near) return;
  for (const allowance of WALLET_ALLOWANCES.mailsOfWideNetwork) {
    await allowances.take(KIND, `${subjectIndex}:${wide}`, allowance);
  }
}

/**
 * Counts an email that an enrolled installation requests. Its budget is separate, so no one else can use it up.
 *
 * @throws HttpError 429 `COOLDOWN` or `RATE_LIMITED`.
 */
export async function takeOwnMail(
  { allowances, counters }: Budgets,
  { jkt }: Caller,
  subjectIndex: string,
): Promise<void> {
  await cooldown(counters, `${subjectIndex}:${jkt}`);
  await cooldown(counters, jkt);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress) {
    await allowances.takeForMail(KIND, `${subjectIndex}:${jkt}`, allowance);
  }
}
