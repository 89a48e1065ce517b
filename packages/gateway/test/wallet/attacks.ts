/** Attacks by requests, which are made on every way that a request of a browser completes. */
export const HTTP_ATTACKS = {
  'no proof': 'without the proof of a key',
  'another key': 'started with one key and completed with another',
  'another user': 'completed by another user in a session of their own',
  'another origin': 'from another origin of the project',
  'another project': 'from another project',
  'another browser': 'without the cookie of the browser that passed the wallet page',
  'the same bytes': 'sent again as it was',
  again: 'sent again with a new proof',
} as const;

/** An attack by a request. */
export type HttpAttack = keyof typeof HTTP_ATTACKS;

/** Ways that a request of a browser completes and that these attacks do not reach, and why. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'social.former':
    'Only users of an earlier release have it; it ends with the same call as `social.popup`, and `ownClients.test.ts` attacks it.',
  'email.code':
    'The operator has to choose it; it ends with the same call as `email.link`, and `newDeviceCode.test.ts` attacks it.',
  'farcaster.qr':
    'It needs a chain; it ends with the same call as `social.popup`, and `farcasterSignIn.test.ts` attacks it.',
};

/** Ways without an entry of their own in the audit log, and why. */
export const NO_ENTRY: Readonly<Record<string, string>> = {
  'approval.grant': 'A page that waits asks every two seconds; the approval has an entry.',
  'session.refresh': 'Every ten minutes; the login has an entry, and so has a token that is used twice.',
  'password.prepare': 'It counts only with the stored protection, which has an entry.',
};

/** Attacks that are answered, and why they gain nothing. */
export const ANSWERED: Readonly<Record<string, Partial<Readonly<Record<HttpAttack, string>>>>> = {
  'wallet.confirm': { 'another key': 'The receipt says which version is in force, whoever brings it.' },
  'freeze.link': { 'the same bytes': 'It freezes what is frozen.' },
  'deletion.keep': { 'another user': 'It ends the deletion of the caller, who asked for none.' },
  'session.end': { 'another user': 'It ends sessions of the caller.' },
  'installation.confirm': {
    'another user': 'It confirms nothing: the installation is not one of the caller.',
  },
};

/** Ways that give the same answer when their user repeats them; the others refuse. The record says what a repetition does. */
export const REPEATED: ReadonlySet<string> = new Set([
  'wallet.vault',
  'wallet.commit',
  'wallet.confirm',
  'share.device',
  'enrol.first',
  'enrol.vouched',
  'enrol.renewed',

  'move.commit',
  'rekey.store',
  'rekey.commit',
  'protection.store',
  'protection.store-own',
  'protection.commit',
  'password.prepare',
  'delay.set',
  'vault.password',
  'session.refresh',
  'vouch.give',
  'approval.grant',
  'approval.evidence',
  'approval.receipt',

  'email.change',
  'email.add',
  'email.change-vault',
  'login.link',
  'login.remove',
  'login.remove-vault',
  'approval-address.set',
  'freeze.link',
  'deletion.keep',
  'installation.confirm',
  'freeze.portal',
  'freeze.revoked',
  'session.end',
]);
