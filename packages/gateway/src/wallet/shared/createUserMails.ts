import { AddressRefused, type Mailer } from '../../platform/ports/Mailer.js';
import { type MailContent, renderMail } from './mail/renderMail.js';
import type { MailMetrics } from './mailMetrics.js';
import { giveBackTaken } from './takenAllowances.js';
import { walletError } from './walletError.js';

/** Sends emails to users. */
export interface UserMails {
  /**
   * Sends an email and waits until the mail server accepts it. If it does not, what the call has taken for the email of the
   * limits of the address, the user, the installation and the sign-in is given back, unless the server refuses the address.
   *
   * @throws HttpError 503 `MAIL_UNAVAILABLE`.
   */
  send(content: MailContent): Promise<void>;
  /** Sends an informing email. A failure is only reported, because the event has already happened. */
  inform(content: MailContent): Promise<void>;
}

/** @param failed - Receives the error of an informing email. */
export function createUserMails(
  mailer: Mailer,
  metrics: MailMetrics,
  failed: (error: unknown) => void,
): UserMails {
  const send = async (content: MailContent) => {
    const start = performance.now();
    try {
      await mailer.send(renderMail(content));
      metrics.sent(content.kind, performance.now() - start);
    } catch (error) {
      metrics.failed(content.kind, performance.now() - start);
      throw error;
    }
  };
  return {
    send: content =>
      send(content).catch(async cause => {
        failed(cause);
        // An address that does not exist would else be asked for without a limit.
        if (!(cause instanceof AddressRefused)) await giveBackTaken().catch(failed);
        throw walletError('MAIL_UNAVAILABLE', cause);
      }),
    inform: content => send(content).catch(failed),
  };
}
