/** Characters of an email address that are shown [LIM-06]. */
const SHOWN = 30;

/** An email address as visitors see it: over 30 characters it ends in an ellipsis [LIM-06]. */
export function shortenEmail(email: string): string {
  const characters = [...email];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : email;
}
