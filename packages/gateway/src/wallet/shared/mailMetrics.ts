import { Counter, Histogram, type Registry } from 'prom-client';

/** Seconds, from a local mail server to one that barely meets the timeout. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts emails for the operator, without addresses or texts. */
export interface MailMetrics {
  /** @param milliseconds - Until the mail server accepted the email. */
  sent(kind: string, milliseconds: number): void;
  /** @param milliseconds - Until the failure. */
  failed(kind: string, milliseconds: number): void;
}

/** @param registry - The registry of the process, which gets the metrics. */
export function mailMetrics(registry: Registry): MailMetrics {
  const registers = [registry];
  const mails = new Counter({
    name: 'latchkit_mails_total',
    help: 'Mails handed to the mail server',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'latchkit_mail_seconds',
    help: 'Time until the mail server took a mail, or the attempt failed',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers,
  });
  const ended = (outcome: string) => (kind: string, milliseconds: number) => {
    mails.inc({ kind, outcome });
    duration.observe({ outcome }, milliseconds / 1_000);
  };
  return { sent: ended('sent'), failed: ended('failed') };
}
