/** One email to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends emails. */
export interface Mailer {
  /**
   * Resolves when the email was accepted for delivery.
   *
   * @throws when it was not accepted.
   */
  send(mail: Mail): Promise<void>;
  /** Resolves when the mail server answers and accepts the credentials. @throws otherwise. */
  check(): Promise<void>;
  /** Releases connections. Further calls do nothing. */
  close(): Promise<void>;
}
