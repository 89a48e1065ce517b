import { Tipped } from '../../primitives/Tipped.js';
import { shortenEmail } from '../loginName.js';

/** A shortened email address in a sentence; the tooltip shows all of it. */
export function ShownEmail({ email }: { email: string }) {
  const shown = shortenEmail(email);
  return (
    <strong dir="ltr">
      <Tipped tip={shown === email ? undefined : email} side="below">
        {shown}
      </Tipped>
    </strong>
  );
}
