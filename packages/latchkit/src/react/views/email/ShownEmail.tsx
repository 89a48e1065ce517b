import { shortenEmail } from '../loginName.js';

/** A shortened email address in a sentence; the tooltip shows all of it. */
export function ShownEmail({ email }: { email: string }) {
  const shown = shortenEmail(email);
  return (
    <strong dir="ltr" title={shown === email ? undefined : email}>
      {shown}
    </strong>
  );
}
