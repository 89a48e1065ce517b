import { Counter, type Registry } from 'prom-client';

/** Counts sign-ins with a wallet. */
export interface SiwxMetrics {
  verified(): void;
  /** @param reason - The stable code of the refusal. */
  refused(reason: string): void;
}

/** @param registry - The gateway's registry, which gets the counters. */
export function siwxMetrics(registry: Registry): SiwxMetrics {
  const registers = [registry];
  const verified = new Counter({
    name: 'latchkit_sign_in_wallet_verified_total',
    help: 'Sign-ins with a wallet that ended with a session',
    registers,
  });
  const refused = new Counter({
    name: 'latchkit_sign_in_wallet_refused_total',
    help: 'Sign-ins with a wallet that were refused',
    labelNames: ['reason'],
    registers,
  });
  return { verified: () => verified.inc(), refused: reason => refused.inc({ reason }) };
}
