import { instanceSlot } from '../kernel/Kernel.js';
import type { RelayEntry } from './RelayEntry.js';

/** Receives the relays of the project's configuration; set by WalletConnect where the page names none itself. */
export const projectRelays =
  /* @__PURE__ */ instanceSlot<(relays: readonly RelayEntry[]) => void>('projectRelays');
