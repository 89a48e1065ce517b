import { APPROVALS } from './approvals.js';
import { ENDINGS } from './endings.js';
import { LOGINS } from './logins.js';
import { PAGE_WAYS } from './pages.js';
import { SERVICE_WAYS } from './services.js';
import { SHARES } from './shares.js';
import { SIGN_INS } from './signIns.js';
import type { WayIn, WayInRow } from './WayIn.js';

/** The record of every way by which a browser, a script or a server obtains something of a wallet. */
export const WAYS_IN = made({
  ...SIGN_INS,
  ...APPROVALS,
  ...SHARES,
  ...LOGINS,
  ...ENDINGS,
  ...PAGE_WAYS,
  ...SERVICE_WAYS,
});

/** Makes the ways from their rows. Nothing else does. */
function made<Id extends string>(
  rows: Readonly<Record<Id, WayInRow>>,
): { readonly [Name in Id]: WayIn<Name> } {
  const ways = Object.entries<WayInRow>(rows).map(([id, row]) => [id, { ...row, id }]);
  return Object.fromEntries(ways);
}
