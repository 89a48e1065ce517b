/** The sealed messages of a mailbox, by sender and number. */
export interface Letters {
  /** Stores a message for the other page. @throws the errors of `ServiceClient.call`. */
  put(number: number, sealed: string): Promise<void>;
  /** Removes and returns a message of the other page; undefined: not yet. @throws the errors of `ServiceClient.call`. */
  take(number: number, signal: AbortSignal): Promise<string | undefined>;
}

/** The end of the wallet page, which signs its messages with the key of its installation. */
export interface FrameMailboxEnd extends Letters {
  readonly side: 'frame';
  /** ECDSA with SHA-256: 64 bytes. */
  sign(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

/** The wallet page that registered a mailbox, as the wallet service says. */
export interface MailboxPage {
  /** Thumbprint of the installation's key. */
  readonly jkt: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly hostOrigin: string;
}

/** The end of the wallet window, which was the first to open the mailbox. */
export interface WindowMailboxEnd extends Letters {
  readonly side: 'window';
  readonly page: MailboxPage;
  /** Whether the page signed it. */
  verify(signature: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

/** One end of a mailbox. */
export type MailboxEnd = FrameMailboxEnd | WindowMailboxEnd;
