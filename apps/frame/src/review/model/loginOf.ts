import type { WalletUser } from 'latchkit/protocol';
import { loginName } from './loginName.js';
import { maskEmail } from './maskEmail.js';

/** The signed-in identity as the user recognises it: the provider and the name there, or the masked email address. */
export function loginOf({ email, provider, userName }: WalletUser): string {
  if (provider !== undefined) return loginName(provider, userName);
  return email === undefined ? '' : maskEmail(email);
}
