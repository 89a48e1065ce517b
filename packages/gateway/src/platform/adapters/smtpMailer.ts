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
      await transport.sendMail({
        from,
        // An object, so that the address isn't parsed as a list of several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Suppress automatic responses (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
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
