import { randomInt } from 'node:crypto';

/** Returns six uniformly random digits. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}
