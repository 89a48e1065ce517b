/** One mail, to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves when the mail was taken over for delivery.
   *
   * @throws when it was not.
   */
  send(mail: Mail): Promise<void>;
  /** Releases connections. Closing twice does nothing. */
  close(): Promise<void>;
}
