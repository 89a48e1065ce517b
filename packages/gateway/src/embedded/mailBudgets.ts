import type { Caller } from '../dpop/caller.js';
import { cooldown } from './cooldown.js';
import { networksOf } from './networksOf.js';
import { WALLET_ALLOWANCES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

type Budgets = Pick<WalletParts, 'allowances' | 'counters'>;

const KIND = 'mail to address';

/**
 * Counts a mail that an installation new to the address asks for: by its key, and by its network. Strangers elsewhere use up
 * budgets of their own.
 *
 * @throws GatewayError 429 `COOLDOWN` or `RATE_LIMITED`.
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
    await allowances.take(KIND, `${subjectIndex}:${near}`, allowance);
  }
  if (wide === near) return;
  for (const allowance of WALLET_ALLOWANCES.mailsOfWideNetwork) {
    await allowances.take(KIND, `${subjectIndex}:${wide}`, allowance);
  }
}

/**
 * Counts a mail that an enrolled installation asks for. The budget is its own: nothing that anybody else does uses it up.
 *
 * @throws GatewayError 429 `COOLDOWN` or `RATE_LIMITED`.
 */
export async function takeOwnMail(
  { allowances, counters }: Budgets,
  { jkt }: Caller,
  subjectIndex: string,
): Promise<void> {
  await cooldown(counters, `${subjectIndex}:${jkt}`);
  await cooldown(counters, jkt);
  for (const allowance of WALLET_ALLOWANCES.mailsToAddress) {
    await allowances.take(KIND, `${subjectIndex}:${jkt}`, allowance);
  }
}
