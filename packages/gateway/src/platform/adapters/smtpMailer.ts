import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports/Mailer.js';

/** Time limit of the mail server's responses, in milliseconds. */
const TIMEOUT = 10_000;

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
        subject,
        text,
        html,
        // Suppress automatic responses (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw withoutText(error);
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
}

/**
 * An error for the log. Servers quote the recipient in their answers, and filters the subject, which has a code: only the status stays
 * (RFC 5321, 4.2; RFC 3463).
 */
function withoutText(failure: unknown): Error {
  const { code, response } = failure as SmtpFailure;
  const [, status, detail] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(String(response ?? '')) ?? [];
  const error = new Error(
    status === undefined
      ? 'The mail server did not answer'
      : `The mail server refused the email: ${[status, detail].filter(Boolean).join(' ')}`,
  );
  return typeof code === 'string' ? Object.assign(error, { code }) : error;
}
