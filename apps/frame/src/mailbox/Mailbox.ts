/** Boxes of the wallet's service in which two pages of one browser leave sealed letters for each other. */
export interface Mailbox {
  /** Leaves a letter. @throws as `ServiceClient.call` says. */
  put(id: string, letter: string): Promise<void>;
  /** Takes a letter, once; undefined: there is none. @throws INTERNAL, TIMEOUT, ABORTED */
  take(id: string, signal: AbortSignal): Promise<string | undefined>;
}
