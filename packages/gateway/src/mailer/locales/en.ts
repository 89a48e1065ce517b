/** Texts of mails and of the page that a mail leads to. `{name}` is filled in. */
export const en = {
  codeSubject: '{code} is your sign-in code',
  codeTitle: 'Your sign-in code',
  codeBody: 'Type this code at {host}. It is good for {minutes} minutes.',
  codeWarning: 'Never tell anybody this code. If you did not ask for it, you need not do anything.',
  approveSubject: 'Approve a new device',
  approveTitle: 'Approve a new device',
  approveBody: 'Someone signs in at {host} with your email address, on a device that is new: {browser}.',
  approveAction: 'Review',
  approveWarning:
    'Approve only if you have just started this yourself. The site is named by the browser that is logging in: we checked that it may use this wallet, not that it is the page you have open. The link works once, for {minutes} minutes.',
  deniedSubject: 'You denied a new device',
  deniedTitle: 'You denied a new device',
  deniedBody: '{browser} was not signed in at {host}.',
  deniedWarning:
    'If you did not start that sign-in, somebody tries to get into your wallet. Freeze it, and secure your mailbox.',
  attemptsSubject: 'Someone keeps trying to log in with your email address',
  attemptsTitle: 'Someone keeps trying to log in with your email address',
  attemptsBody:
    'Within a day, many logins with your email address were started in browsers that have never opened your wallet, the last one at {host}.',
  attemptsWarning:
    'Nobody got in. Don’t approve a login that you did not start, and don’t pass on a code. Browsers that you already use keep working.',
  installationSubject: 'A new device can use your wallet',
  installationTitle: 'A new device can use your wallet',
  installationBody: '{browser} was added at {host}.',
  installationWarning: 'If this was not you, freeze your wallet now, and secure your mailbox.',
  reuseSubject: 'You were signed out for your safety',
  reuseTitle: 'You were signed out for your safety',
  reuseBody: 'A key of your session at {host} was used twice, so the session was ended.',
  reuseWarning:
    'Sign in again to go on. If you did not do anything unusual, freeze your wallet, and check your devices.',
  primarySubject: '{code} confirms your current email address',
  primaryTitle: 'Change your email address',
  primaryBody: 'You want to use {email} for your wallet from now on. Type this code at {host} to allow it.',
  primaryWarning:
    'If you did not ask for this, do not tell anybody the code: your address stays as it is. To keep others out, freeze your wallet.',
  secondarySubject: '{code} confirms your new email address',
  secondaryTitle: 'Confirm your new email address',
  secondaryBody: 'Type this code at {host}. It is good for {minutes} minutes.',
  secondaryWarning: 'If you did not ask for this, you need not do anything.',
  takenSubject: 'This email address is in use already',
  takenTitle: 'This email address is in use already',
  takenBody: 'Someone wants to use it for another wallet at {host}. It belongs to a wallet already.',
  takenWarning: 'Nothing was changed. If this was you, sign in with this address instead.',
  changingSubject: 'Your email address is about to change',
  changingTitle: 'Your email address is about to change',
  changingBody: 'Your wallet is to use {email} from now on. This was asked for at {host}.',
  changingWarning:
    'If this was not you, undo it: for 72 hours the button takes the change back and freezes your wallet.',
  changedSubject: 'Your email address was changed',
  changedTitle: 'Your email address was changed',
  changedBody: 'Your wallet uses {email} from now on. Other devices were signed out.',
  changedWarning: 'If this was not you, undo it with the button of the mail that told you of the change.',
  freezeAction: 'Freeze my wallet',
  revertAction: 'Undo and freeze',
  freezeTitle: 'Freeze your wallet',
  freezeQuestion:
    'Did something happen that was not you? While your wallet is frozen, nobody can open it on any device.',
  freezeNote: 'It ends by itself after 72 hours. Your keys and coins stay where they are.',
  freezeDone: 'Nobody can open your wallet until',
  revertTitle: 'Keep your email address',
  revertQuestion:
    'Your wallet goes back to this email address, all devices are signed out, and nobody can open the wallet for 72 hours.',
  footer: 'You get this mail because your address was used at {host}.',
  unknownBrowser: 'an unknown browser',
  pageTitle: 'Approve a new device',
  pageLoading: 'One moment …',
  pageQuestion: 'Do you sign in right now?',
  pageHost: 'Page',
  pageBrowser: 'Browser',
  pageTime: 'Started',
  pageWarning: 'Approve only if you have just started this yourself.',
  pageProject: 'Calls itself',
  pageUnproved:
    'The site is named by the browser that is logging in. We checked that it may use this wallet, not that it is the page you have open: compare it with that page’s address.',
  pageOtherNetwork:
    'This device is in another network than the one that signs in. If you did not start this, deny it.',
  pageApprove: 'Approve',
  pageApproveAnyway: 'Approve, I started this',
  pageDeny: 'Deny',
  pageApproved: 'Approved. Go back to the page where you sign in.',
  pageDenied: 'Denied. Nobody was signed in.',
  pageInvalid: 'This link is not valid any more. Start again from the page.',
  pageFailed: 'That did not work. Check your connection and try again.',
  pageScriptless: 'This page needs JavaScript.',
} as const;

/** The keys of the catalogue. */
export type MailTextKey = keyof typeof en;

/** A catalogue in one language. */
export type MailTexts = Readonly<Record<MailTextKey, string>>;
