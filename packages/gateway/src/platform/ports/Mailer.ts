/** One email to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server says that the address receives no emails. */
export class AddressRefused extends Error {}

/** Sends emails. */
export interface Mailer {
  /**
   * Resolves when the email was accepted for delivery.
   *
   * @throws AddressRefused; any other error when it was not accepted.
   */
  send(mail: Mail): Promise<void>;
  /** Resolves when the mail server answers and accepts the credentials. @throws otherwise. */
  check(): Promise<void>;
  /** Releases connections. Further calls do nothing. */
  close(): Promise<void>;
}
