import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports/Mailer.js';

/** Milliseconds that a mail server has to answer. */
const TIMEOUT = 10_000;

/**
 * Sends mails by SMTP.
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
        // As an object: the address is not read as a list of several.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Answers of other machines are not wanted (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    async close() {
      transport.close();
    },
  };
}
