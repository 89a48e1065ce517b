/** The words of a phrase as strings, which stay in memory until they are collected: only for what is shown or checked now. */
export function wordsOf(phrase: Uint8Array): readonly string[] {
  return new TextDecoder().decode(phrase).split(' ');
}
