import { randomInt } from 'node:crypto';

/** Six digits, each as likely as every other: `randomInt` rejects what would favour some. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}
