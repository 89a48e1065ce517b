import { Counter, type Registry } from 'prom-client';

/** Steps of a sign-in by email. */
export type EmailStep = 'start' | 'code' | 'verify';

/** Counts sign-ins by email. */
export interface SignInMetrics {
  /** A sign-in by email started: its first email may be sent. */
  emailStarted(): void;
  emailVerified(): void;
  /** @param reason - The stable code of the refusal. */
  emailRefused(step: EmailStep, reason: string): void;
}

/** @param registry - The registry of the process, which gets the counters. */
export function signInMetrics(registry: Registry): SignInMetrics {
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `latchkit_sign_in_${name}`, help, labelNames, registers: [registry] });
  const emailStarted = counter('email_started_total', 'Sign-ins by email that began');
  const emailVerified = counter('email_verified_total', 'Sign-ins by email that ended with a session');
  const emailRefused = counter('email_refused_total', 'Steps of sign-ins by email that were refused', [
    'step',
    'reason',
  ]);
  return {
    emailStarted: () => emailStarted.inc(),
    emailVerified: () => emailVerified.inc(),
    emailRefused: (step, reason) => emailRefused.inc({ step, reason }),
  };
}
