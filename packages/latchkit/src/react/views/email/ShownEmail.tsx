import { shortenEmail } from '../shortenEmail.js';

/** An email address in a sentence, shortened [LIM-06]; all of it is its tooltip. */
export function ShownEmail({ email }: { email: string }) {
  const shown = shortenEmail(email);
  return (
    <strong dir="ltr" title={shown === email ? undefined : email}>
      {shown}
    </strong>
  );
}
