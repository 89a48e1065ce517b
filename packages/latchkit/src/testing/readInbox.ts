import * as z from 'zod/mini';
import { urlUnder } from '../protocol/urlUnder.js';

/** An email that a development gateway stored instead of sending. */
export interface InboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601. */
  readonly date: string;
  /** The six-digit code in it, or undefined. */
  readonly code: string | undefined;
  /** The link of its button, or undefined if it has no button. */
  readonly link: string | undefined;
}

/** What a test waits for. */
export interface MailWanted {
  /** What the email must contain. Default: anything. */
  readonly with?: 'code' | 'link';
  /** Only emails after this time. Default: all. */
  readonly after?: Date;
  /** Milliseconds to wait. Default: 10 000. */
  readonly timeout?: number;
}

const mails = z.array(
  z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), date: z.string() }),
);

/** Milliseconds between checks. */
const PAUSE = 100;

/** Milliseconds after which a request that got no answer fails. */
const ANSWER_TIME = 10_000;

/**
 * Reads the emails of a gateway in development.
 *
 * @param gateway - URL of the gateway, for example `http://localhost:4000`.
 * @param to - Only emails to this address. Default: all.
 * @returns newest last.
 * @throws when the URL is not a gateway in development, or does not answer within 10 s.
 */
export async function readInbox(gateway: string, to?: string): Promise<readonly InboxMail[]> {
  const url = urlUnder(gateway, '/dev/inbox');
  if (to !== undefined) url.searchParams.set('to', to);
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(ANSWER_TIME),
  }).catch((cause: unknown) => {
    throw new Error(`${url.origin} did not answer. Is the gateway running?`, { cause });
  });
  if (!response.ok) throw new Error(`${url.origin} has no inbox: it is not a gateway in development mode`);
  return z.parse(mails, await response.json()).map(mail => ({
    ...mail,
    code: /^(\d{6})$/m.exec(mail.text)?.[1],
    link: /^(https?:\/\/\S+)$/m.exec(mail.text)?.[1],
  }));
}

/**
 * Waits for an email, and returns the newest match.
 *
 * @param gateway - URL of the gateway, for example `http://localhost:4000`.
 * @throws when none has arrived in time, and as `readInbox` does.
 */
export async function waitForMail(gateway: string, to: string, wanted: MailWanted = {}): Promise<InboxMail> {
  const { with: part, after, timeout = 10_000 } = wanted;
  // Not the clock of `Date`, which a test may have stopped.
  const until = performance.now() + timeout;
  for (;;) {
    const found = (await readInbox(gateway, to)).findLast(
      mail =>
        (part === undefined || mail[part] !== undefined) &&
        (after === undefined || Date.parse(mail.date) >= after.getTime()),
    );
    if (found !== undefined) return found;
    if (performance.now() >= until)
      throw new Error(`No mail${part === undefined ? '' : ` with a ${part}`} to ${to} came in ${timeout} ms`);
    await new Promise(resolve => setTimeout(resolve, PAUSE));
  }
}
