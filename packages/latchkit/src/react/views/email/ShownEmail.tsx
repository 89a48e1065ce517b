/** A shortened email address in a sentence; the tooltip shows all of it. */
export function ShownEmail({ email }: { email: string }) {
  const shown = shortenEmail(email);
  return (
    <strong dir="ltr" title={shown === email ? undefined : email}>
      {shown}
    </strong>
  );
}

/** Maximum number of visible characters of an email address. */
const SHOWN = 30;

/** Shortens an email address for display: over 30 characters it ends in an ellipsis. */
export function shortenEmail(email: string): string {
  const characters = [...email];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : email;
}
