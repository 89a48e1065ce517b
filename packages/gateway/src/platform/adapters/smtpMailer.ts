import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { AddressRefused, type Mailer } from '../ports/Mailer.js';

/** Time limit of the mail server's responses, in milliseconds. */
const TIMEOUT = 10_000;

/** Milliseconds before an email is sent again that the mail server refused for a moment. */
const PAUSE = { least: 1_000, most: 2_000 } as const;

/**
 * Sends emails by SMTP.
 *
 * @param url - `smtp://user:password@host:port`, or `smtps://…` for TLS from the first byte.
 * @param from - The sender, for example `Shop <wallet@shop.example>`.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  return {
    async send({ to, subject, text, html }) {
      const mail = {
        from,
        // An object, so that the address isn't parsed as a list of several.
        to: { name: '', address: to },
        // The same at a second attempt, by which servers know one that they had accepted after all.
        messageId: `<${randomUUID()}@latchkit>`,
        subject,
        text,
        html,
        // Suppress automatic responses (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      };
      const send = () => transport.sendMail(mail);
      const again = async (error: unknown) => {
        if (!isTemporary(error as SmtpFailure)) throw error;
        await sleep(randomInt(PAUSE.least, PAUSE.most));
        return send();
      };
      await send()
        .catch(again)
        .catch((error: unknown) => {
          throw withoutText(error as SmtpFailure);
        });
    },
    async check() {
      await transport.verify();
    },
    async close() {
      transport.close();
    },
  };
}

/** What the library says about an email that was not accepted. */
interface SmtpFailure {
  readonly code?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/** Whether another attempt may succeed: the server refused for a moment (RFC 5321, 4.2.1), or hung up. */
function isTemporary({ code, responseCode }: SmtpFailure): boolean {
  if (typeof responseCode === 'number') return responseCode >= 400 && responseCode < 500;
  return code === 'ECONNECTION' || code === 'ESOCKET';
}

/**
 * An error for the log. Servers quote the recipient in their answers, and filters the subject, which has a code: only the status stays
 * (RFC 5321, 4.2; RFC 3463).
 */
function withoutText({ code, response }: SmtpFailure): Error {
  const [, status, detail] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(String(response ?? '')) ?? [];
  const text =
    status === undefined
      ? 'The mail server did not answer'
      : `The mail server refused the email: ${[status, detail].filter(Boolean).join(' ')}`;
  // 5.1 and 5.2 are of the address and its mailbox (RFC 3463, 3.2 and 3.3).
  const isOfAddress = detail === undefined ? /^55[013]$/.test(status ?? '') : /^5\.[12]\./.test(detail);
  const error = isOfAddress ? new AddressRefused(text) : new Error(text);
  return typeof code === 'string' ? Object.assign(error, { code }) : error;
}
