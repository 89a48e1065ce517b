import { visibleText } from './visibleText.js';

/** An email address with most of the local part masked: enough to recognise one's own. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = visibleText(email.slice(0, Math.min(2, at)));
  return `${name}•••${visibleText(email.slice(at))}`;
}
