/**
 * Returns the match in the newest email to an address that contains the pattern.
 *
 * @param after - The number of older emails to skip.
 * @throws if no email contains it.
 */
export function mailedIn(
  { inbox }: { readonly inbox: { mails(to: string): readonly { readonly text: string }[] } },
  email: string,
  pattern: RegExp,
  after = 0,
): string {
  for (const { text } of inbox.mails(email).slice(after).toReversed()) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`No matching email to ${email}.`);
}
