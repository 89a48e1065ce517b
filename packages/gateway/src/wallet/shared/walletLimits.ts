const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetimes and delays of the wallet service and the vault, in milliseconds. */
export const WALLET_TIMES = {
  /** Allowed difference between the `iat` of a proof and the service's clock. */
  proofSkew: MINUTE,
  /** How long the `jti` of a proof is stored. */
  proofMemory: 10 * MINUTE,
  nonce: 5 * MINUTE,
  signIn: 30 * MINUTE,
  code: 10 * MINUTE,
  /** How long a puzzle is valid. */
  work: 5 * MINUTE,
  /** Between two emails to one installation, and between two from one network to one address. */
  cooldown: 30 * SECOND,
  link: 20 * MINUTE,
  approvalGrant: 10 * MINUTE,
  authReceipt: 5 * MINUTE,
  recoveryReceipt: 10 * MINUTE,
  /** Tokens between the services about a change of an address. */
  changeWord: 10 * MINUTE,
  commitReceipt: HOUR,
  access: 10 * MINUTE,
  sessionIdle: 7 * DAY,
  session: 30 * DAY,
  /** How long a code for an action of the portal is valid, and the maximum age of a session that needs no code. */
  freshCode: 5 * MINUTE,
  /** Maximum age of a session for actions that require a fresh one. */
  freshSession: 10 * MINUTE,
  draft: HOUR,
  /** How long the export waits after an installation was added by email or evidence alone. */
  exportWait: DAY,
  /** Between the request of a deletion and the deletion. */
  deletion: 7 * DAY,
  /** The same, if a login alone asks for the deletion of a wallet that a passkey or a password guards. */
  askedDeletion: 30 * DAY,
  /** How long a revoked installation may object. */
  objection: 30 * DAY,
  /** How long the wallet that a user moved from is kept. */
  oldWallet: 30 * DAY,
  /** How long before the end of that time an email reminds of it. */
  oldWalletReminder: 7 * DAY,
  /** How long an installation that another one vouched for may log in and enrol. */
  vouch: 10 * MINUTE,
  /** How long a frozen wallet releases nothing. */
  freeze: 72 * HOUR,
  /** How long a freeze can be paused to sign revocations. */
  freezePause: 2 * MINUTE,
  freezeLink: 30 * DAY,
  /** How long a changed address opens no wallet on new installations, so that the old address can react first. */
  changedAddress: DAY,
  /** How long a change of an address can be reverted. */
  revertLink: 72 * HOUR,
  /** Age from which a login counts as one that stays: its addition or change can no longer be reverted. */
  settledLogin: 72 * HOUR + MINUTE,
  /** A receipt of the wallet service for the vault: a session of the portal, with the fresh code that was entered. */
  protectionReceipt: 10 * MINUTE,
  /** How long a question to a passkey, and the grant for its answer, are valid. */
  passkey: 5 * MINUTE,
  /** How long a recovery that had to wait can be continued. */
  waitedRecovery: 7 * DAY,
  /** A token that one service sends directly to the other. */
  peerWord: MINUTE,
  /** How long a sealed message between two wallet pages is stored. */
  sealedMessage: 5 * MINUTE,
  /** How long these pages may use a mailbox: longer than a request waits for a decision. */
  mailbox: 30 * MINUTE,
  /** Between two sendings of changes to the other store's mirror. */
  mirror: 2 * SECOND,
  /** How long backups are kept, and old keys with them. */
  backups: 35 * DAY,
  /** How long entries of the audit logs are kept. */
  audit: 400 * DAY,
  /** Between two deletions of what has ended. */
  housekeeping: 5 * MINUTE,
  /** Between two checks whether a drill is due. */
  drillCheck: MINUTE,
  /** How long a replica may take for a drill. */
  drillTurn: 10 * MINUTE,
  /** How long completed sign-ins and approvals are stored. */
  ended: DAY,
  /** After which the vault deletes a version of the recovery set that was never committed: longer than `ended`, by a margin for clocks. */
  abandonedVersion: 2 * DAY,
} as const;

/** How often each drill runs, and the age from which it is overdue. */
export const DRILL_INTERVALS = {
  device: { every: HOUR, overdue: 2 * HOUR },
  recovery: { every: 7 * DAY, overdue: 8 * DAY },
  restore: { every: 30 * DAY, overdue: 35 * DAY },
  custodians: { every: 91 * DAY, overdue: 100 * DAY },
} as const;

/** A limit: `count` uses within `window` milliseconds. */
export interface Allowance {
  readonly count: number;
  readonly window: number;
}

const perHour = (count: number): Allowance => ({ count, window: HOUR });
const perDay = (count: number): Allowance => ({ count, window: DAY });

/** Zero bits of the puzzle before a new installation's email, and how many are added at most under load. */
export const WORK_BITS = { base: 15, more: 6 } as const;

/** How many times the limit of one settled installation all of a user but the first one may use together. */
export const SETTLED_TOTAL = 4;

/** Limits of the wallet service's and the vault's calls. In development, those of `Allowances` are tenfold. */
export const WALLET_ALLOWANCES = {
  /**
   * Registrations from one IPv4 address or IPv6 /64. Every page registers its installation before a login, known ones too, so the
   * users of an office or a carrier who share an address need more than one person does. A registration stores one row and sends
   * nothing; the logins and emails that follow have stricter limits of their own.
   */
  installationsOfNetwork: perHour(300),
  installationsOfUser: perHour(60),
  /** Emails from one installation, or one network (IPv4 /24, IPv6 /64), to one address. */
  mailsToAddress: [perHour(5), perDay(10)],
  /** The same for an IPv6 /48. */
  mailsOfWideNetwork: [perHour(10), perDay(20)],
  /** How often a limit gets uses back because the mail server took no email for a moment. */
  returnsOfLimit: perHour(3),
  /** Links of one sign-in. */
  linksOfSignIn: perHour(5),
  signInsOfNetwork: perHour(20),
  /** Of an IPv4 /24 or IPv6 /48. */
  signInsOfWideNetwork: perHour(200),
  /**
   * Sign-ins by installations that are new to an address. Exceeding it refuses no sign-in: the puzzle gets harder, and the
   * holder of the address is notified.
   */
  strangersOfAddress: perDay(10),
  strangersOfProject: perHour(1_000),
  /** Codes of a key for sign-ins that are not its own. */
  foreignCodes: perHour(60),
  /**
   * Wrong codes without a link from one network. At the limit, sign-ins from there need the link for the rest of the window; a right
   * code is never refused because of others' wrong ones.
   */
  wrongDirectCodesOfNetwork: perHour(60),
  /** Wrong codes for an address from new installations; at the limit, they are locked out for the rest of the window. */
  wrongCodes: perDay(15),
  /** Wrong codes for an address without a link; at the limit, the link is required for the rest of the window. */
  wrongDirectCodes: perDay(15),
  /** Wrong codes of one sign-in. */
  triesOfSignIn: 5,
  /** Codes for actions of the portal: for each settled installation, and for all other sessions of the user together. */
  freshCodes: [perHour(10), perDay(30)],
  /** Wrong codes of the same for such actions; at the limit, no further code is sent to or accepted from them for the rest of the window. */
  wrongFreshCodes: perDay(15),
  /** Attempts at one such code. */
  triesOfFreshCode: 5,
  refreshes: perHour(60),
  /** Drafts of wallets, enrolments, vouches and changes of an address: counted for the same as such codes. */
  draftsOfUser: perDay(3),
  deviceShares: perHour(120),
  enrolments: perDay(10),
  recoveries: perDay(5),
  /** Tries of a wallet's password. */
  passwords: [perHour(5), perDay(20)],
  /** Changes of the protection of a wallet by one installation, and what prepares them. */
  protections: perHour(60),
  /** Exports of a user, refused ones included. */
  exports: perDay(30),
  /** Installations that a user's other ones vouch for, and such logins of one installation. */
  vouches: perHour(10),
  /** Evidence of social identities, for which the vault asks the provider. */
  evidenceOfInstallation: perHour(30),
  evidenceOfNetwork: perHour(120),
  /** Requested changes of an address, and those with the user's consent. */
  emailUpdatesAsked: perHour(60),
  emailUpdates: perDay(3),
  looksOfNetwork: perHour(300),
  /** Mailboxes registered by an installation and a network. */
  mailboxesOfInstallation: perHour(30),
  mailboxesOfNetwork: perHour(300),
  /** Sealed messages stored by an installation and a network: keys cost nothing, and messages use storage. */
  sealedMessagesOfInstallation: perHour(30),
  sealedMessagesOfNetwork: perHour(300),
  /** A page that waits for a sealed message polls once a second. */
  mailboxReadsOfNetwork: { count: 1_200, window: MINUTE },
  /** Calls of one installation to all chains. */
  chainCalls: { count: 300, window: MINUTE },
  /** Readings of all balances of a wallet; each asks every chain. */
  holdings: { count: 20, window: MINUTE },
  /** Calls of one installation to bundlers and paymasters; a wait for a receipt polls. */
  userOperationCalls: { count: 300, window: MINUTE },
} as const;
