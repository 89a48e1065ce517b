import type { WalletAccount } from 'latchkit/protocol';
import type { Door } from './Installation.js';
import type { MadeSet } from './KeyringContext.js';
import { keyringError } from './keyringError.js';

/** Milliseconds that the gateway's half is at hand. */
const HALF_LIFE = 5 * 60_000;

/** The gateway's half, and what it opens together with the door's. */
export interface Unlocked {
  readonly wallet: WalletAccount;
  readonly door: Door;
  readonly half: Uint8Array<ArrayBuffer>;
}

/** What a keyring holds in memory between calls. What it lets go of is overwritten. */
export interface Hold {
  /** @throws KEYRING_LOCKED nothing is held, or no longer. */
  unlocked(): Unlocked;
  /** The wallet that is unlocked. */
  wallet(): WalletAccount | undefined;
  /** Holds for five minutes, in place of what was held. */
  take(unlocked: Unlocked): void;
  made(): MadeSet | undefined;
  /** Holds a set that is being made, in place of another. Undefined: it is a door now. */
  keepMade(made: MadeSet | undefined): void;
  /** Lets go of everything. */
  clear(): void;
}

/** @param now - Milliseconds since 1970. */
export function createHold(now: () => number): Hold {
  let held: (Unlocked & { readonly until: number }) | undefined;
  let made: MadeSet | undefined;
  const drop = () => {
    held?.half.fill(0);
    held?.door.half.fill(0);
    held = undefined;
  };
  const current = () => {
    if (held && held.until <= now()) drop();
    return held;
  };
  return {
    unlocked() {
      const unlocked = current();
      if (!unlocked) throw keyringError('KEYRING_LOCKED');
      return unlocked;
    },
    wallet: () => current()?.wallet,
    take(unlocked) {
      drop();
      held = { ...unlocked, until: now() + HALF_LIFE };
    },
    made: () => made,
    keepMade(next) {
      if (next) made?.door.half.fill(0);
      made = next;
    },
    clear() {
      drop();
      made?.door.half.fill(0);
      made = undefined;
    },
  };
}
