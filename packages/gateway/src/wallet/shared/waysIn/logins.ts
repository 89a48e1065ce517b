import { SPENT_BY } from './spentBy.js';
import type { WayInRow } from './WayIn.js';

const SESSION = 'A session of the user that is at most ten minutes old.';
const KEY = 'The session and the proof are of one installation; the change names its key and both logins.';
const ANSWER = 'Nowhere: the caller gets the answer.';
const WINDOW = 'The wallet window names both logins in full; a press, which the installation signs.';
const NOTHING = 'Nothing.';
const NOBODY = 'Nobody.';
const NONE = 'None: the holders of the logins.';
const FIRST = 'A passkey of the wallet or an installation that has opened it for 24 hours.';
const SETTLED =
  'The holders of the logins, and a passkey of the wallet or an installation that has opened it for 24 hours.';
const BUDGET = `60 requests in an hour and 3 changes a day ${SPENT_BY}; mails to each address.`;
const SAME = 'Gives the same answer and changes nothing.';

/** Ways to change who can log in. */
export const LOGINS = {
  'email.change': {
    title: 'Another email address',
    gives: 'login',
    ends: 'commitEmailUpdateCall',
    by: ['service/signIn/emailUpdate.ts#commit'],
    starts: SESSION,
    tie: KEY,
    returnsTo: ANSWER,
    shows: WINDOW,
    vault:
      'The code that it mailed to the present address itself, and what the receipt says that this installation has of the wallet. It prepares no change that began before there was a wallet.',
    factor: SETTLED,
    mails: 'Codes to both addresses; old addresses of 72 hours get a link that takes it back and freezes.',
    replay: SAME,
    budget: BUDGET,
    residual:
      'Someone with an old device and the mailbox can change the address. The new address opens no new browser for 24 hours, and the link in the mail takes the change back.',
  },
  'email.add': {
    title: 'The first email address of a social login',
    gives: 'login',
    ends: 'commitEmailUpdateCall',
    by: ['service/signIn/emailUpdate.ts#commit'],
    starts: SESSION,
    tie: KEY,
    returnsTo: ANSWER,
    shows: WINDOW,
    vault: 'The social login, with grant and receipt of its sign-in.',
    factor: FIRST,
    mails: 'A code to the new address.',
    replay: SAME,
    budget: BUDGET,
    residual: null,
  },
  'email.change-vault': {
    title: 'A changed or added login, in the vault',
    gives: 'login',
    ends: 'commitVaultEmailUpdateCall',
    by: ['vault/emailChange.ts#finish'],
    starts: 'The holder of the receipt of the commit; without it, the next login with the new address.',
    tie: 'The change that the vault prepared names the key and both logins.',
    returnsTo: ANSWER,
    shows: NOTHING,
    vault: 'The holder of the present login agreed to this change.',
    factor: NONE,
    mails: 'As the change.',
    replay: SAME,
    budget: 'None of its own.',
    residual: null,
  },
  'login.link': {
    title: 'Another login',
    gives: 'login',
    ends: 'commitLoginCall',
    by: ['service/signIn/loginLink.ts#commitLogin'],
    starts: `${SESSION} It redeems a login of the same installation, in the browser that passed the page of W; or joins the login of before, as the project's own client proved it for this session.`,
    tie: KEY,
    returnsTo: ANSWER,
    shows: WINDOW,
    vault:
      'The evidence of the added login, and the holder of the present one; of the wallet service, what this installation has of the wallet. To join a login of before: that the project had this client before.',
    factor: `${SETTLED} To join a login of before, an installation that holds the wallet.`,
    mails: 'A code to the present address; every address gets a link that removes the login and freezes.',
    replay: SAME,
    budget: BUDGET,
    residual:
      "A login by a project's own client gives the owner of that client a login of the wallet; the consent names the project.",
  },
  'login.remove': {
    title: 'The removal of a login',
    gives: 'deletion',
    ends: 'commitLoginRemovalCall',
    by: ['service/signIn/loginRemoval.ts#commitLoginRemoval'],
    starts: SESSION,
    tie: KEY,
    returnsTo: ANSWER,
    shows: 'The wallet window names the login and those that stay; a press, which the installation signs.',
    vault: 'It removed the login first, with the agreement of the holder of another one.',
    factor: SETTLED,
    mails: 'A code to the present address; every address gets a link that restores the login and freezes.',
    replay: SAME,
    budget: BUDGET,
    residual: null,
  },
  'login.remove-vault': {
    title: 'The removal of a login, in the vault',
    gives: 'deletion',
    ends: 'removeVaultLoginCall',
    by: ['vault/loginRemoval.ts#removeVaultLogin'],
    starts: 'The installation that asked for the removal.',
    tie: 'The change names the key and the login.',
    returnsTo: ANSWER,
    shows: NOTHING,
    vault:
      'The code that it mailed to the present address, or the proofs of a social login. A login younger than 72 hours is not counted as one that stays.',
    factor: SETTLED,
    mails: 'Every address: a link that restores the login and freezes.',
    replay: SAME,
    budget: 'None of its own.',
    residual: null,
  },
  'approval-address.set': {
    title: 'The address that approves new browsers of a social login',
    gives: 'login',
    ends: 'verifyApprovalAddressCall',
    by: ['vault/approvalAddress.ts#verifyApprovalAddress'],
    starts: 'A sign-in that both services verified, of a social login that had the wallet.',
    tie: 'Grant, receipt and change name the key; the receipt names the wallet.',
    returnsTo: ANSWER,
    shows: 'The wallet window names the address; a press, which the installation signs.',
    vault:
      'The sign-in, that its login has the wallet of the receipt, and the code that it mailed itself. It sets an address once.',
    factor: 'An installation that has opened the wallet for 24 hours.',
    mails: 'A code to the address.',
    replay: 'Changes nothing.',
    budget: 'Mails of the installation and the network to the address; 5 tries.',
    residual: null,
  },
  'freeze.link': {
    title: 'The link of a mail that freezes, or takes a change back: the vault',
    gives: 'login',
    ends: 'useFreezeCall',
    by: ['vault/freezes.ts#freeze', 'vault/freezes.ts#useFreeze'],
    starts: 'The holder of the token of the link.',
    tie: 'None: the link works in every browser.',
    returnsTo: 'Nowhere: the page of the vault says until when.',
    shows: 'The page of the vault says what happens; a press.',
    vault: 'Its own token, for 30 days; for 72 hours where it takes a change back.',
    factor:
      'None: it takes rights away, or restores a login that was there; logins that were added since a change that it takes back go, too.',
    mails: NOBODY,
    replay:
      'Goes on where it failed; otherwise changes nothing. Of two links about one change, the second freezes only.',
    budget: '300 refused looks and uses of a network in an hour.',
    residual:
      'Someone who reads the mail can freeze the wallet for 72 hours, once per link, and for 72 hours take back a change of the logins that the owner made, with the logins that were added since. Secure the mailbox first, then change the logins.',
  },
  'freeze.link-own': {
    title: 'The link of a mail that freezes, or takes a change back: the wallet service',
    gives: 'login',
    ends: 'freezeUserCall',
    by: ['service/auth/freezes.ts#freezeUser'],
    starts: 'The vault, after a press on its page.',
    tie: 'None: the grant of the vault names the address and the change.',
    returnsTo: ANSWER,
    shows: NOTHING,
    vault: 'Its own token.',
    factor: 'None: it takes rights away, or restores a login that was there.',
    mails: NOBODY,
    replay: 'Gives the same answer.',
    budget: 'None of its own.',
    residual: null,
  },
} as const satisfies Readonly<Record<string, WayInRow>>;
