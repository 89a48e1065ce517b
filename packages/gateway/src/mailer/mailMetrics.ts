import { Counter, Histogram, type Registry } from 'prom-client';
import type { MailKind } from './renderMail.js';

/** Seconds: from a mail server on this machine to one that barely makes it. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What an operator sees of mails. Neither the address nor the text of one. */
export interface MailMetrics {
  /** @param milliseconds - Until the mail server took it. */
  sent(kind: MailKind, milliseconds: number): void;
  /** @param milliseconds - Until it failed. */
  failed(kind: MailKind, milliseconds: number): void;
}

/** @param registry - Of the gateway. */
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
  const ended = (outcome: string) => (kind: MailKind, milliseconds: number) => {
    mails.inc({ kind, outcome });
    duration.observe({ outcome }, milliseconds / 1_000);
  };
  return { sent: ended('sent'), failed: ended('failed') };
}
