import { type CreationCondition, creationRefusals } from './walletCreation.js';
import { WALLET_TIMES } from './walletLimits.js';

/** What is missing before the services of a process create wallets, for reports. */
export interface CreationStatus {
  add(conditions: readonly CreationCondition[]): void;
  /** As of the last minute. */
  refusals(): readonly string[];
  /** As of now. */
  check(): Promise<readonly string[]>;
  end(): void;
}

/** Checks the conditions every minute, because a report must not wait for a mail server. */
export function creationStatus(): CreationStatus {
  const all: CreationCondition[] = [];
  let known: readonly string[] = [];
  const check = async () => {
    known = await creationRefusals(all);
    return known;
  };
  const timer = setInterval(() => void check().catch(() => {}), WALLET_TIMES.drillCheck);
  timer.unref();
  return {
    add(conditions) {
      all.push(...conditions);
      // Until they are checked, none is known to be met.
      known = all.map(({ refusal }) => refusal);
      void check().catch(() => {});
    },
    refusals: () => known,
    check,
    end: () => clearInterval(timer),
  };
}
