/** Sealed messages between two pages of one browser: each id is written once and read once. Replicas share them. */
export interface SealedMessages {
  /**
   * Stores a sealed message for so many milliseconds.
   *
   * @returns false if the id was already used within the message's lifetime.
   */
  put(id: string, message: string, life: number): Promise<boolean>;
  /** Removes and returns the message. Atomic: only one of several concurrent callers gets it. */
  take(id: string): Promise<string | undefined>;
}
