/** The wallet service's storage through which two pages of one browser exchange sealed messages. */
export interface Mailbox {
  /** Stores a message. @throws the errors of `ServiceClient.call`. */
  put(id: string, sealed: string): Promise<void>;
  /** Removes and returns a message; undefined if there is none. @throws INTERNAL, TIMEOUT, ABORTED */
  take(id: string, signal: AbortSignal): Promise<string | undefined>;
}
