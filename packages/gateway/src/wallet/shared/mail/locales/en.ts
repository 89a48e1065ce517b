/** Texts of mails and of the page that a mail leads to. `{name}` is filled in. */
export const en = {
  actionSubject: '{code} confirms: {action}',
  actionTitle: 'Confirm: {action}',
  actionBody:
    'Enter this code on your wallet’s page at {host}. It is valid for {minutes} minutes, for this action only.',
  actionWarning:
    'Never give this code to anyone. If you didn’t ask for it, someone else is logged in to your wallet: freeze it now.',
  actionDelete: 'Delete your wallet',
  actionExport: 'Show the recovery phrase and the keys of your wallet',
  actionMove: 'Create a new wallet to move to',
  actionProtection: 'Change how your wallet is protected',
  actionRekey: 'Log out all other devices and lock your wallet again',
  actionRevoke: 'Remove a device from your wallet',
  actionSwitch: 'Change which wallet your logins open',
  actionUnfreeze: 'Unfreeze your wallet',
  actionWaive: 'Open your wallet on a new device now',
  exportedSubject: 'The recovery phrase of your wallet was shown',
  exportedTitle: 'The recovery phrase of your wallet was shown',
  exportedBody:
    'It was shown on your wallet’s page at {host}, after a code from your email or a fresh login. Anyone who has these words can use your wallet from anywhere, and that can’t be undone.',
  exportedWarning:
    'If this wasn’t you, move everything in your wallet to another one now. Freezing does not stop anyone who has the words.',
  exportOpenSubject: 'You can export your wallet now',
  exportOpenTitle: 'You can export your wallet now',
  exportOpenBody:
    'The waiting time is over. The words and the private keys are on your wallet’s page at {host}, under Export.',
  exportOpenWarning:
    'If you didn’t ask for this email, someone else is logged in to your wallet: freeze it now.',
  frozenSubject: 'Your wallet is frozen',
  frozenTitle: 'Your wallet is frozen',
  frozenBody:
    'It was frozen on your wallet’s page at {host}. Nobody can open it before {date}, on any device. Your keys and funds stay where they are.',
  frozenWarning:
    'If this wasn’t you, someone else is logged in to your wallet: check your devices and your mailbox.',
  unfrozenSubject: 'Your wallet is no longer frozen',
  unfrozenTitle: 'Your wallet is no longer frozen',
  unfrozenBody:
    'The freeze was ended on your wallet’s page at {host}, on a device that already opens your wallet.',
  unfrozenWarning: 'If this wasn’t you, freeze your wallet again and check your devices.',
  freezePausedSubject: 'The freeze of your wallet is paused',
  freezePausedTitle: 'The freeze of your wallet is paused',
  freezePausedBody:
    'It was paused on your wallet’s page at {host} to revoke permissions of sites, on a device that already opens your wallet. Nobody can open your wallet again from {date} on at the latest.',
  freezePausedWarning: 'If this wasn’t you, freeze your wallet now and check your devices.',
  deletingSubject: 'Your wallet will be deleted',
  deletingTitle: 'Your wallet will be deleted',
  deletingBody:
    'On {date}, this service forgets the key of your wallet for good. Until then it works as before, and you can keep it with one press on your wallet’s page at {host}.',
  deletingWarning: 'If this wasn’t you, freeze your wallet now. A frozen wallet is not deleted.',
  deletionAskedSubject: 'Someone asked to delete your wallet',
  deletionAskedTitle: 'Someone asked to delete your wallet',
  deletionAskedBody:
    'It was asked for at {host} in a browser that has not had your wallet for 24 hours. Nothing happens if the wallet is used in another browser, or with its passkey or password, before {date}. Otherwise this service then forgets its key for good.',
  deletionAskedWarning:
    'If this wasn’t you, open your wallet where you always do: that ends the request. Then secure your mailbox.',
  keptSubject: 'Your wallet is kept',
  keptTitle: 'Your wallet is kept',
  keptBody:
    'Its deletion was cancelled on your wallet’s page at {host}, or because the wallet was used. Everything stays as it was.',
  keptWarning: 'If this wasn’t you, someone else is logged in to your wallet: freeze it now.',
  movingSubject: 'A second wallet was created for you',
  movingTitle: 'A second wallet was created for you',
  movingBody:
    'It was created on your wallet’s page at {host}, to move to. Your logins still open the wallet you have.',
  movingWarning: 'If this wasn’t you, someone else is logged in to your wallet: freeze it now.',
  switchedSubject: 'Your logins open another wallet now',
  switchedTitle: 'Your logins open another wallet now',
  switchedBody:
    'This was changed on your wallet’s page at {host}. The wallet from before is deleted on {date}. Until then you can go back there.',
  switchedWarning: 'If this wasn’t you, freeze your wallet now. Nothing is deleted while it is frozen.',
  oldWalletSubject: 'The wallet that you moved from will be deleted soon',
  oldWalletTitle: 'The wallet that you moved from will be deleted soon',
  oldWalletBody:
    'On {date}, this service deletes its key. After that, only its words open its addresses. Until then, your wallet’s page at {host} sends what is still there to your new wallet, and exports the words.',
  oldWalletWarning: 'If you didn’t move, freeze your wallet now. Nothing is deleted while it is frozen.',
  repairedSubject: 'Log in to your wallet again',
  repairedTitle: 'Log in to your wallet again',
  repairedBody:
    'A fault in logins with Google, Telegram and others is repaired at {host}. It could let someone else open a wallet. All these logins have ended, and browsers that they added no longer open your wallet. Log in again: your addresses stay the same.',
  repairedWarning:
    'Your wallet’s page lists the removed browsers. If you don’t know one of them, move to a new wallet there: someone may have seen your words, and nothing else helps then.',
  deletedSubject: 'Your wallet was deleted',
  deletedTitle: 'Your wallet was deleted',
  deletedBody:
    'The wallet service at {host} has deleted its key, your logins and your sessions. What is on your addresses stays on the networks. Copies in encrypted backups are gone after 35 days at most.',
  deletedWarning: 'Only your words open these addresses now.',
  codeSubject: '{code} is your login code',
  codeTitle: 'Your login code',
  codeBody: 'Enter this code at {host}. It is valid for {minutes} minutes.',
  codeWarning: 'Never give this code to anyone. If you didn’t ask for it, you can ignore this email.',
  stepCodeSubject: 'Step 2 of 2: {code} is your login code',
  stepCodeTitle: 'Your login code',
  stepCodeBody: 'Enter this code at {host}. It is valid for {minutes} minutes.',
  stepCodeWarning: 'Never give this code to anyone. If you didn’t ask for it, you can ignore this email.',
  approveSubject: 'Step 1 of 2: Is this you? Approve a new browser',
  approveTitle: 'Are you logging in right now?',
  approveBody:
    'Someone entered your email address to log in at {host}. The browser has not opened your wallet before: {browser}.',
  approveAction: 'Review login',
  approveWarning:
    'Check that the address of the page you’re logging in on is {host}. Approve only if you have just started this yourself. The link works once, for {minutes} minutes.',
  approveLoginSubject: 'Is this you? Approve a new browser',
  approveLoginTitle: 'Are you logging in with {provider} right now?',
  approveLoginBody:
    'Someone logged in with your {provider} account at {host}. The browser has not opened your wallet before: {browser}.',
  approveLoginWarning:
    'Check that the address of the page you’re logging in on is {host}. Approve only if you have just started this yourself. The link works once, for {minutes} minutes.',
  approvalsSubject: '{code} confirms your email address',
  approvalsTitle: 'Use this address to approve new browsers?',
  approvalsBody:
    'Enter this code at {host}. It is valid for {minutes} minutes. From then on, every new browser that opens your wallet needs a link that we send to this address.',
  approvalsWarning: 'Never give this code to anyone. If you didn’t ask for it, you can ignore this email.',
  deniedSubject: 'You stopped a login',
  deniedTitle: 'You stopped a login',
  deniedBody: '{browser} was not logged in at {host}.',
  deniedWarning:
    'If you didn’t start that login, someone may be trying to get into your wallet. Freeze your wallet and change the password of your mailbox.',
  waitingSubject: 'A new browser will be able to open your wallet',
  waitingTitle: 'A new browser will be able to open your wallet',
  waitingBody: '{browser} was approved at {host}. It can open your wallet from {time} (UTC).',
  waitingWarning:
    'If this isn’t you, cancel the recovery on the pages of your wallet before that time, or freeze your wallet now. Then change the password of your mailbox.',
  attemptsSubject: 'Someone keeps trying to log in with your email address',
  attemptsTitle: 'Someone keeps trying to log in with your email address',
  attemptsBody:
    'Within a day, many logins with your email address were started in browsers that have never opened your wallet, the last one at {host}.',
  attemptsWarning:
    'Nobody got in. Don’t approve a login that you did not start, and don’t pass on a code. Browsers that you already use keep working.',
  installationSubject: 'A new browser can open your wallet',
  installationTitle: 'A new browser can open your wallet',
  installationBody: '{browser} was added at {host}.',
  installationWarning: 'If this wasn’t you, freeze your wallet now and change the password of your mailbox.',
  reuseSubject: 'You were logged out for your security',
  reuseTitle: 'You were logged out for your security',
  reuseBody: 'A key of your session at {host} was used twice, so we ended the session.',
  reuseWarning:
    'To continue, log in again. If you can’t explain this, freeze your wallet and check your devices.',
  primarySubject: 'Your wallet is about to move to another email address: {email}',
  primaryTitle: 'Move your wallet to another email address?',
  primaryBody:
    'This code lets your wallet move from this address to {email}. Anyone who can read mail at that address can then open your wallet. Enter the code at {host} only if you want this.',
  primaryWarning:
    'If you didn’t ask for this, give the code to no one, not even to the site: your wallet then stays with this address. If you have already passed it on, freeze your wallet.',
  secondarySubject: '{code} confirms your new email address',
  secondaryTitle: 'Confirm your new email address',
  secondaryBody: 'Enter this code at {host}. It is valid for {minutes} minutes.',
  secondaryWarning: 'If you didn’t ask for this, you can ignore this email.',
  takenSubject: 'This email address is in use already',
  takenTitle: 'This email address is in use already',
  takenBody: 'Someone wants to use it for another wallet at {host}. It belongs to a wallet already.',
  takenWarning: 'Nothing was changed. If this was you, log in with this address instead.',
  changingSubject: 'Your wallet is moving to another email address: {email}',
  changingTitle: 'Your wallet is moving to another email address',
  changingBody:
    'From now on, your wallet belongs to {email}, as approved in the wallet’s window at {host}. For 24 hours, new browsers can’t open it with that address.',
  changingWarning:
    'If this wasn’t you, undo it now: for 72 hours, the button moves your wallet back to this address and freezes it.',
  changedSubject: 'Your wallet moved to another email address: {email}',
  changedTitle: 'Your wallet moved to another email address',
  changedBody: 'Your wallet now belongs to {email}. All other browsers were logged out.',
  changedWarning: 'If this wasn’t you, undo it with the button in the email that announced the move.',
  linkCodeSubject: 'Another login is about to be added to your wallet: {login}',
  linkCodeTitle: 'Add another login to your wallet?',
  linkCodeBody:
    'This code lets a {login} account open your wallet. Anyone who can log in with that account can then open it. Enter the code at {host} only if you want this. It is valid for {minutes} minutes.',
  linkCodeWarning:
    'If you didn’t ask for this, give the code to no one, not even to the site. If you have already passed it on, freeze your wallet.',
  linkingSubject: 'Another login was added to your wallet: {login}',
  linkingTitle: 'Another login was added to your wallet',
  linkingBody:
    '{login} opens your wallet too from now on, as approved in the wallet’s window at {host}. For 24 hours, new browsers can’t open it with that login.',
  linkingWarning:
    'If this wasn’t you, remove it now: for 72 hours, the button removes the login and freezes your wallet.',
  unlinkAction: 'Remove and freeze',
  unlinkTitle: 'Remove the added login?',
  unlinkQuestion:
    'The login no longer opens your wallet, all devices are logged out, and nobody can open the wallet for 72 hours.',
  unlinkDoneTitle: 'The login is removed',
  unlinkDone:
    'It no longer opens your wallet. Nobody can open the wallet on any device until {until}. You can close this tab.',
  removeCodeSubject: 'A login is about to be removed from your wallet: {login}',
  removeCodeTitle: 'Remove a login from your wallet?',
  removeCodeBody:
    'This code removes the {login} login from your wallet. It no longer opens your wallet then; your other logins do. Enter the code at {host} only if you want this. It is valid for {minutes} minutes.',
  removeCodeWarning:
    'If you didn’t ask for this, give the code to no one, not even to the site. If you have already passed it on, freeze your wallet.',
  removedSubject: 'A login was removed from your wallet: {login}',
  removedTitle: 'A login was removed from your wallet',
  removedBody:
    '{login} no longer opens your wallet, as approved in the wallet’s window at {host}. Browsers that were logged in with it are logged out. Your other logins still open your wallet.',
  removedWarning:
    'If this wasn’t you, restore it now: for 72 hours, the button adds the login again and freezes your wallet.',
  restoreAction: 'Restore and freeze',
  restoreTitle: 'Restore the removed login?',
  restoreQuestion:
    'The login opens your wallet again, all devices are logged out, and nobody can open the wallet for 72 hours.',
  restoreDoneTitle: 'The login is restored',
  restoreDone:
    'It opens your wallet again after the freeze. Nobody can open the wallet on any device until {until}. You can close this tab.',
  freezeAction: 'Freeze my wallet',
  revertAction: 'Undo and freeze',
  freezeTitle: 'Freeze your wallet',
  freezeQuestion:
    'Freeze your wallet if something happened that wasn’t you. While it is frozen, nobody can open it on any device, including you.',
  freezeNote:
    'The freeze ends after 72 hours. Your keys and funds stay where they are. It doesn’t end permissions of sites: revoke them in your wallet.',
  freezeDone: 'Nobody can open it on any device until {until}. You can close this tab.',
  revertTitle: 'Keep this email address?',
  revertQuestion:
    'Your wallet goes back to this email address, all devices are logged out, and nobody can open the wallet for 72 hours.',
  revertDoneTitle: 'The move is undone',
  revertDone:
    'Your wallet belongs to this email address again. Nobody can open it on any device until {until}. You can close this tab.',
  footer: 'You are getting this email because your address was used at {host}.',
  unknownBrowser: 'an unknown browser',
  pageTitle: 'Is this you?',
  pageLoading: 'One moment…',
  pageQuestion: 'Are you logging in right now?',
  pageHost: 'Site',
  pageBrowser: 'Browser',
  pageTime: 'Started',
  pageWarning: 'Approve only if you have just started this yourself.',
  pageProject: 'Calls itself',
  pageCheck: 'Check that the address of the page you’re logging in on is {site}. If it isn’t, choose Not me.',
  pageOtherNetwork:
    'It didn’t come from the internet connection you are on now. If someone asked you to open this link, choose Not me.',
  pageApprove: 'Approve',
  pageDeny: 'Not me',
  pageApproved: 'Go back to {browser} and enter the code we just sent. You can close this tab.',
  pageApprovedLogin: 'Go back to {browser}. You can close this tab.',
  pageDenied:
    'Nobody was logged in. Someone may know your email address, but your wallet stays closed to them. You can close this tab.',
  pageInvalid:
    'A link works once, for 20 minutes. Go back to the site and ask for a new one. Nothing was approved.',
  pageFailed: 'The wallet service didn’t answer. Wait a moment, then try again.',
  pageOffline: 'Your browser is offline. Connect to the internet, then try again.',
  pageRetry: 'Try again',
  pageScriptless: 'This page needs JavaScript.',
  freezeDoneTitle: 'Your wallet is frozen',
  freezeInvalid: 'Nothing was changed. Use the link in a newer email.',
  pageOtherTitle: 'This login started somewhere else',
  pageConfirm: 'I started this on another connection, such as my phone’s mobile data',
  pageTick: 'Tick the box to approve',
  pageNext:
    'After you approve, we send a code to the same address. Enter it only where you are logging in. This page never asks for it.',
  pageApprovedTitle: 'Approved',
  pageDeniedTitle: 'Stopped',
  pageInvalidTitle: 'This link has expired',
  pageFailedTitle: 'That didn’t work',
} as const;

/** The keys of the catalogue. */
export type MailTextKey = keyof typeof en;

/** A catalogue in one language. */
export type MailTexts = Readonly<Record<MailTextKey, string>>;
