/** Letters between two pages of one browser: each in a box of its own, left once and taken once. Replicas share them. */
export interface LetterBox {
  /**
   * Leaves a letter for so many milliseconds.
   *
   * @returns false: the box was used before, within the time of its letter.
   */
  put(id: string, letter: string, life: number): Promise<boolean>;
  /** Takes the letter out, for good. Atomic: of several at one moment, one has it. */
  take(id: string): Promise<string | undefined>;
}
