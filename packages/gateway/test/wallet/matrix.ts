import { WAYS_IN } from '../../src/wallet/shared/waysIn/waysIn.js';
import { HTTP_ATTACKS, OUT_OF_REACH } from './attacks.js';

/** Attacks in a browser, and with one thing of the user's. */
export const OTHER_ATTACKS = {
  'victim ends': 'started by the attacker and completed by the victim, who presses everything',
  'attacker reads': 'started by the victim and read by the attacker',
  'foreign page': 'from a page that the project does not allow',
  'another window': 'from another window of the browser',
  'opener cut': 'with the opener cut',
  'own mailbox': "with a script's own box for messages",
  'only the mailbox': 'with only the mailbox of the user',
  'only the provider': 'with only the account at the provider',
  'second tenant': 'by another tenant, with clients of their own at every provider',
  'taken back': 'after the owner has taken it back',
  revoked: 'begun by a browser that was revoked before it ended',
  'used up': 'after another session of the user has used up what the user may do',
} as const;

/** Every attack of the matrix. */
export const ATTACKS = { ...HTTP_ATTACKS, ...OTHER_ATTACKS };

type OtherAttack = keyof typeof OTHER_ATTACKS;

/** The attacks by other pages and windows. A way that shows a page has a cell of its own for each. */
export const PAGE_ATTACKS = ['victim ends', 'foreign page', 'another window', 'opener cut'] as const;

/** A test; or text: `not applicable: …` or `residual risk: …`. */
export type Cell = { readonly file: string; readonly test: string } | string;

const REQUESTS = 'packages/gateway/src/wallet/waysIn.attacks.test.ts';
const browser = (file: string, test: string): Cell => ({ file: `e2e/frame/${file}.test.ts`, test });
const gateway = (file: string, test: string): Cell => ({
  file: `packages/gateway/src/wallet/${file}.test.ts`,
  test,
});

const STARTED_ELSEWHERE = browser(
  'social',
  'do not reach the provider if the attacker started them elsewhere [SEC-31]',
);
const TO_STARTER = browser(
  'social',
  'report their result to the page that started them, and to no other [SEC-34]',
);
const ONLY_STARTED = browser(
  'waysIn',
  'opens nothing for the browser that only started it, whatever its page presses [SEC-102]',
);
const PORTAL_ENDS = browser(
  'waysIn',
  'ends in the portal, and the website that opened it receives nothing [SEC-101]',
);
const NO_RECEIVER = browser('waysIn', 'has no receiver in an address that a stranger wrote [SEC-101]');
const STRANGERS_BOX = browser('waysIn', 'leads to no wallet window with the mailbox of a stranger [SEC-103]');
const BOT = gateway(
  'service/social/ownClients',
  'logs in users of that project, also as anyone, and never one of the deployment [SEC-104]',
);
const OWN_CLIENT = gateway(
  'service/social/ownClients',
  'is of one project: another one with the same client has other users [SEC-104]',
);
const NO_DELAY_ENDED = gateway(
  'service/custody/requireSettled',
  'keeps its recovery delay from the device that waits, which an older one can let in',
);
const PASSKEY = gateway(
  'vault/protection',
  'stores the share only for the passkey, which opens the wallet; email alone does not [SEC-55]',
);
const OTHER_WINDOW = browser(
  'window',
  'SEC-63: a decision of another window, or for another digest, counts for nothing',
);
const UNKNOWN_ORIGIN = browser(
  'handshake',
  "SEC-13: on an origin that the project does not know, the policy blocks the page and the SDK says 'unverified domain'",
);
const FRAMED_VAULT = browser(
  'servedPages',
  'are shown in no frame: the browser blocks them, and their script does nothing but as a page of its own [SEC-17]',
);
const FRAMED = browser(
  'servedPages',
  "are not the wallet frame: that is for iframes only, and the portal and the wallet's windows for none [SEC-17]",
);
const OPENED = browser(
  'waysIn',
  'do nothing that a foreign page asks, which opened them or holds their address [SEC-101] [SEC-102] [SEC-103]',
);
const PASSED_BY_NONE = browser(
  'waysIn',
  'is passed on by no window that another site opened, with a proof in its address [SEC-102]',
);
const PASSED_FOR_NONE = browser('waysIn', 'is passed on for no proof that another site sends [SEC-102]');
const PASSED_BY_MAILBOX = browser(
  'waysIn',
  "a login by full page connects through the wallet window under a host's policy that cuts its opener [LOG-08]",
);
const SHOWS_NOTHING = browser(
  'sibling',
  'shows nothing of it to the host page, and nothing to a window that others opened [SEC-53]',
);
const BY_MAILBOX = browser(
  'mailbox',
  'has no opener, gets the request through the mailbox, and the host the signature that was approved in it',
);

const REVOKED = gateway(
  'service/auth/endBegun',
  'lets a browser complete nothing that it began before it was revoked: %s [SEC-51]',
);
const TAKEN_BACK = gateway(
  'vault/loginLink',
  'is removed by the link that takes an address back, whose holder never agreed to it [SEC-75]',
);
const TWO_LINKS = gateway(
  'vault/loginLink',
  'is removed once by the links in two emails, neither of which moves the address of the login [SEC-76]',
);

const socialPage: Partial<Record<OtherAttack, Cell>> = {
  'victim ends': ONLY_STARTED,
  'attacker reads': browser('waysIn', 'is passed on for no proof that another site sends [SEC-102]'),
  'foreign page': UNKNOWN_ORIGIN,
  'another window': NO_RECEIVER,
  'opener cut': 'not applicable: the login leaves in the tab of the page, which needs no opener',
  'own mailbox': STRANGERS_BOX,
  'only the provider':
    'residual risk: the account at the provider logs in; a passkey or a recovery delay keeps the wallet from it',
  'second tenant': OWN_CLIENT,
};

/** The page of the vault that a mail links. */
const mailed: Partial<Record<OtherAttack, Cell>> = {
  'foreign page': FRAMED_VAULT,
  'another window': OPENED,
  'opener cut': 'not applicable: the page is opened from a mail, and needs no opener',
};

/** A page of the portal. */
const portal: Partial<Record<OtherAttack, Cell>> = {
  'victim ends': OPENED,
  'foreign page': FRAMED,
  'another window': OPENED,
  'opener cut': 'not applicable: the portal cuts its opener itself',
};

/** A question in the wallet window. */
const window: Partial<Record<OtherAttack, Cell>> = {
  'victim ends': STRANGERS_BOX,
  'foreign page': FRAMED,
  'another window': OTHER_WINDOW,
  'opener cut': BY_MAILBOX,
  'own mailbox': STRANGERS_BOX,
};

/** A change of the logins, which the user confirms in the wallet window. */
const confirmed: Partial<Record<OtherAttack, Cell>> = {
  ...window,
  'victim ends':
    'residual risk: a user who is talked into it confirms in the window, which names both logins in full; the mail to the old address takes it back',
};

/** A message that a wallet shows. */
const shownByWallet: Partial<Record<OtherAttack, Cell>> = {
  'victim ends': 'residual risk: a message that is shown honestly is signed',
  'foreign page': UNKNOWN_ORIGIN,
  'another window': OTHER_WINDOW,
  'opener cut': BY_MAILBOX,
};

/** What is not as for the others. */
const CELLS: Readonly<Record<string, Partial<Record<OtherAttack, Cell>>>> = {
  'email.link': {
    'victim ends':
      'residual risk: a user who approves a link and enters the code for a hostile page lets it in; a passkey or a recovery delay stops it',
    'foreign page': UNKNOWN_ORIGIN,
    'another window': OPENED,
    'opener cut': 'not applicable: the page is opened from a mail, and needs no opener',
    'only the mailbox':
      'residual risk: the mailbox logs in; a passkey or a recovery delay keeps the wallet from it',
  },
  'email.code': {
    'only the mailbox':
      'residual risk: the mailbox opens wallets in automatic mode, because the operator chose codes alone',
  },
  'social.popup': {
    'victim ends': STARTED_ELSEWHERE,
    'attacker reads': TO_STARTER,
    'foreign page': UNKNOWN_ORIGIN,
    'another window': browser('social', "are not the visitor's if the attacker completed them [SEC-35]"),
    'opener cut': STARTED_ELSEWHERE,
    'only the provider':
      'residual risk: the account at the provider logs in; a passkey or a recovery delay keeps the wallet from it',
    'second tenant': OWN_CLIENT,
  },
  'social.page': socialPage,
  'social.page-known': {
    ...socialPage,
    'victim ends': 'not applicable: only a browser that holds the wallet completes it',
    'only the provider': 'not applicable: it needs the share set of the browser',
  },
  'social.page-window': {
    'victim ends': PASSED_BY_NONE,
    'attacker reads': PASSED_FOR_NONE,
    'foreign page': FRAMED,
    'another window': PASSED_FOR_NONE,
    'opener cut': PASSED_BY_MAILBOX,
    'own mailbox': 'not applicable: the proof goes through no mailbox',
    'only the provider':
      'residual risk: the account at the provider logs in; a passkey or a recovery delay keeps the wallet from it',
    'second tenant': OWN_CLIENT,
  },
  'social.former': {
    ...socialPage,
    'victim ends': 'not applicable: only a browser that holds the wallet completes it',
    'only the provider': 'not applicable: it needs the share set of the browser',
  },
  'social.portal': { ...socialPage, 'victim ends': PORTAL_ENDS, 'another window': PORTAL_ENDS },
  'social.telegram': { ...socialPage, 'second tenant': BOT },
  'farcaster.qr': {
    'victim ends': 'residual risk: a code that is shown to somebody else lets the page in that shows it',
    'foreign page': UNKNOWN_ORIGIN,
    'opener cut': 'not applicable: the code is in the wallet page, which needs no opener',
    'another window': gateway(
      'service/social/farcasterSignIn',
      "is refused by the vault with another user's key, no message, or a message for another login [SEC-38]",
    ),
  },
  'vouch.give': { ...window, 'another window': SHOWS_NOTHING },
  'vouch.use': { 'another window': SHOWS_NOTHING },
  'window.vouch': { ...window, 'attacker reads': SHOWS_NOTHING },
  'window.factor': { ...window, 'only the mailbox': PASSKEY },
  'mailbox.put': { 'own mailbox': STRANGERS_BOX, 'opener cut': BY_MAILBOX },
  'mailbox.take': {
    ...window,
    'another window': SHOWS_NOTHING,
    'own mailbox': browser(
      'waysIn',
      'leads to no wallet window from the history, where the wallet page began the navigation [SEC-103]',
    ),
  },
  'sign.frame': {
    'victim ends': 'residual risk: a bad transaction that is shown honestly is signed',
    'foreign page': UNKNOWN_ORIGIN,
    'opener cut': 'not applicable: the frame has no opener',
    'another window': browser('handshake', 'SEC-04: does nothing for a request that comes by the window'),
    'attacker reads': browser(
      'approval',
      'SEC-64: is signed as it was when it came, whatever the host does to it afterwards',
    ),
  },
  'sign.window': {
    ...window,
    'victim ends': 'residual risk: a bad transaction that is shown honestly is signed',
  },
  'permission.grant': {
    ...window,
    'victim ends': 'residual risk: a permission that is shown honestly is granted',
  },
  'consent.login': confirmed,
  'paymaster.wallet': window,
  'siwx.session': shownByWallet,
  'name.register': shownByWallet,
  'name.change': shownByWallet,
  'permission.store': shownByWallet,
  'name.order': {
    ...shownByWallet,
    'victim ends': 'residual risk: any page can show the message of a transfer as a sign-in',
  },
  'vault.automatic': {
    'only the mailbox':
      'residual risk: the mailbox opens a wallet in automatic mode; recommend a passkey or a recovery delay',
    'only the provider':
      'residual risk: the account opens a wallet in automatic mode; recommend a passkey or a recovery delay',
  },
  'vault.passkey': { ...window, 'only the mailbox': PASSKEY, 'only the provider': PASSKEY },
  'vault.password': {
    ...window,
    'only the mailbox': gateway(
      'vault/protection',
      'opens the wallet with the password, for which each installation together has five tries an hour',
    ),
  },
  'wallet.export': {
    ...portal,
    'only the mailbox': gateway(
      'service/custody/exportWallet',
      'needs a passkey besides the code if the wallet has one, and does not wait for a device that one opened [SEC-55]',
    ),
  },
  'move.store': {
    ...portal,
    'only the mailbox': gateway(
      'service/custody/moveWallet',
      'need a code for that action, a wallet that is not frozen, and a device that is no newcomer [SEC-76]',
    ),
  },
  'move.switch': {
    ...portal,
    'only the mailbox': gateway(
      'service/custody/moveWallet',
      'need a code for that action, a wallet that is not frozen, and a device that is no newcomer [SEC-76]',
    ),
  },
  'email.change': {
    ...confirmed,
    revoked: REVOKED,
    'taken back': TAKEN_BACK,
    'only the mailbox': gateway(
      'service/signIn/emailUpdate',
      'changes nothing with only one of the two codes [SEC-75]',
    ),
  },
  'email.add': {
    ...confirmed,
    revoked: REVOKED,
    'taken back': gateway(
      'vault/loginLink',
      'is removed by the link to the address for approvals if it is an address, too',
    ),
    'only the provider': gateway(
      'service/custody/requireSettled',
      'gets its first address from no login alone, which would take the codes of the portal',
    ),
  },
  'approval-address.set': {
    ...confirmed,
    'only the provider': gateway(
      'service/custody/requireSettled',
      'gets its address for approvals from no login alone, which would take the links of new devices',
    ),
  },
  'recovery.waive': { 'only the mailbox': NO_DELAY_ENDED, 'only the provider': NO_DELAY_ENDED },
  'login.link': {
    ...confirmed,
    revoked: REVOKED,
    'taken back': TAKEN_BACK,
    'second tenant': BOT,
    'only the mailbox': gateway(
      'service/custody/requireSettled',
      'is added to no wallet with the mailbox alone, which a passkey makes up for with the same result of the provider',
    ),
    'only the provider': gateway(
      'service/custody/requireSettled',
      'gets another login from no login alone, which would stay when the first is the owner’s again',
    ),
  },
  'login.remove': {
    ...confirmed,
    revoked: REVOKED,
    'taken back': gateway(
      'vault/loginRemoval',
      'is restored by the link in the email, which freezes the wallet',
    ),
    'only the provider': gateway(
      'vault/loginRemoval',
      'needs the holder of the address, or without one the proof of a login [SEC-75]',
    ),
  },
  'deletion.ask': {
    ...portal,
    'only the mailbox': 'residual risk: the mailbox asks for the deletion; the wait guards the wallet',
  },
  'installation.revoke': {
    ...portal,
    'only the mailbox':
      'residual risk: the mailbox revokes browsers; the owner opens the wallet again by recovery',
  },
  'approval.evidence': {
    'second tenant': gateway(
      'vault/evidenceGrants',
      'refuses a receipt without a token of %s that confirms it [SEC-29]',
    ),
  },
  'approval.receipt': { 'second tenant': BOT },
  'rekey.commit': { ...portal, revoked: REVOKED },
  'protection.commit': { revoked: REVOKED },
  'move.commit': { revoked: REVOKED },
  'protection.store': {
    ...portal,
    revoked: 'residual risk: the vault takes receipts of a revoked browser for up to 25 minutes',
  },
  'approval.link': {
    ...mailed,
    'victim ends':
      'residual risk: a user can be talked into approving a browser that is not theirs; a passkey or a recovery delay stops it',
  },
  'freeze.link': {
    ...mailed,
    'taken back': TWO_LINKS,
    'victim ends': 'residual risk: a user who is talked into it freezes the own wallet for 72 hours',
  },
};

/** What holds for every way that has no cell of its own. */
const OTHERWISE: Readonly<Record<OtherAttack, string>> = {
  'victim ends': 'not applicable: its requests prove one key, and "another key" is attacked',
  'attacker reads': 'not applicable: the answer goes to the key that asks, or is sealed to it',
  'foreign page': 'not applicable: no page but that of the caller takes part',
  'another window': 'not applicable: no page but that of the caller takes part',
  'opener cut': 'not applicable: no page but that of the caller takes part',
  'own mailbox': 'not applicable: no message of another page takes part',
  'only the mailbox': 'not applicable: the mailbox gives a session at most, which "another user" has',
  'only the provider': 'not applicable: the provider gives a session at most, which "another user" has',
  'second tenant': 'not applicable: nothing of a tenant proves it',
  'taken back': 'not applicable: no link of an email takes it back',
  revoked: 'not applicable: one call completes it, in a session that the revocation ends',
  'used up': 'not applicable: it has no limit that other sessions of the user count for',
};

const CODES_USED_UP = gateway(
  'service/auth/lockedOwner',
  'can remove it although it used up the codes of every browser that did not settle',
);
const OWN_LIMITS = gateway(
  'service/auth/lockedOwner',
  'gives settled browsers limits of their own, and those that one vouched for none',
);
const STILL_ADDED = gateway(
  'service/auth/lockedOwner',
  'can add a browser although a login asked for that again and again',
);
const RECOVERIES_USED_UP =
  'residual risk: a reader of the mail uses up the recoveries of a day; browsers that hold the wallet go on';

/** Ways with a limit of the user. */
const USED_UP: Readonly<Record<string, Cell>> = {
  'move.switch': CODES_USED_UP,
  'deletion.ask': CODES_USED_UP,
  'freeze.end': CODES_USED_UP,
  'freeze.pause': CODES_USED_UP,
  'recovery.waive': CODES_USED_UP,
  'protection.receipt': CODES_USED_UP,
  'delay.set': CODES_USED_UP,
  'wallet.export': gateway('service/auth/lockedOwner', 'keeps its own limit of %s'),
  'installation.revoke': gateway('service/auth/lockedOwner', 'keeps its own limit of %s'),
  'installation.forget': gateway('service/auth/lockedOwner', 'keeps its own limit of %s'),
  'move.store': OWN_LIMITS,
  'rekey.store': OWN_LIMITS,
  'email.change': OWN_LIMITS,
  'email.add': OWN_LIMITS,
  'login.link': OWN_LIMITS,
  'login.remove': OWN_LIMITS,
  'enrol.first': STILL_ADDED,
  'enrol.vouched': STILL_ADDED,
  'enrol.renewed': STILL_ADDED,
  'vouch.give': STILL_ADDED,
  'wallet.draft':
    'residual risk: whoever logs in as a user without a wallet keeps them from creating one for a day',
  'share.recovery': RECOVERIES_USED_UP,
  'vault.automatic': RECOVERIES_USED_UP,
  'vault.password':
    'residual risk: a reader of the mail uses up the tries of a password; browsers that hold the wallet need none',
};

const SHOWN: Readonly<Record<string, { readonly shows: string }>> = WAYS_IN;

/** Whether a way shows a page. */
export const hasPage = (id: string): boolean => !/^Nothing/.test(SHOWN[id]?.shows ?? 'Nothing');

const isOfPortal = (id: string) =>
  /^The (?:login page of the )?portal|^What the words do|^Each asset/.test(SHOWN[id]?.shows ?? '');

/** Whether a cell says what holds for ways without a page. */
export const isOfNoPage = (cell: Cell): boolean => Object.values(OTHERWISE).some(text => text === cell);

/** A way, and the call that completes it: of the wallet service (`W`), the vault (`V`), or another service. */
export interface AttackedWay {
  readonly id: string;
  readonly by: readonly string[];
  readonly call?: { readonly service: string; readonly auth: string } | undefined;
}

/** The cell of a way and an attack. */
export function cellOf({ id, by, call }: AttackedWay, attack: keyof typeof ATTACKS): Cell {
  if (!Object.hasOwn(HTTP_ATTACKS, attack)) {
    const other = attack as OtherAttack;
    if (other === 'used up' && USED_UP[id] !== undefined) return USED_UP[id];
    return CELLS[id]?.[other] ?? (isOfPortal(id) ? portal[other] : undefined) ?? OTHERWISE[other];
  }
  if (call === undefined || !/^(?:service|vault)\//.test(by[0] ?? ''))
    return 'not applicable: no request to the two services completes it';
  if (OUT_OF_REACH[id] !== undefined) return `not applicable: ${OUT_OF_REACH[id]}`;
  if (call.auth === 'signed')
    return 'not applicable: only the other service sends it, with a token that it signed';
  const isReplay = attack === 'the same bytes' || attack === 'again';
  if (call.auth === 'open' && !isReplay) return 'not applicable: whoever has the token of the mail may';
  if (call.service === 'V' && (attack === 'another origin' || attack === 'another project'))
    return 'not applicable: the vault knows no pages; its proofs name the key';
  if (attack === 'another user' && call.auth !== 'session' && call.auth !== 'portal')
    return 'not applicable: it needs no session';
  if (attack === 'another browser' && !['social.page', 'social.portal', 'social.telegram'].includes(id))
    return 'not applicable: no cookie is part of it';
  return { file: REQUESTS, test: `gives nothing ${attack}` };
}
