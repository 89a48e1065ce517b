const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds that things of the wallet's services live. */
export const WALLET_TIMES = {
  /** How far the `iat` of a proof may be from the service's clock. */
  proofSkew: MINUTE,
  /** How long the `jti` of a proof is remembered. */
  proofMemory: 10 * MINUTE,
  nonce: 5 * MINUTE,
  signIn: 30 * MINUTE,
  code: 10 * MINUTE,
  /** How long a puzzle may be solved. */
  work: 5 * MINUTE,
  /** Between two mails of one installation, and between two to one address that one network asks for. */
  cooldown: 30 * SECOND,
  link: 20 * MINUTE,
  approvalGrant: 10 * MINUTE,
  authReceipt: 5 * MINUTE,
  recoveryReceipt: 10 * MINUTE,
  /** Words that the services give each other about a change of an address. */
  changeWord: 10 * MINUTE,
  commitReceipt: HOUR,
  access: 10 * MINUTE,
  sessionIdle: 7 * DAY,
  session: 30 * DAY,
  /** How long ago a session must have begun for what needs a fresh one. */
  freshSession: 10 * MINUTE,
  draft: HOUR,
  /** How long nothing is released. */
  freeze: 72 * HOUR,
  freezeLink: 30 * DAY,
  /** How long a changed address opens no wallet on new installations: the old address hears of it first. */
  changedAddress: DAY,
  /** How long an address may be taken back after it was changed. */
  revertLink: 72 * HOUR,
  /** Of a word that a service sends the other one itself. */
  peerWord: MINUTE,
  /** How long a letter between two pages of the wallet waits. */
  letter: 5 * MINUTE,
  /** How long sign-ins and approvals that ended are kept. */
  ended: DAY,
} as const;

/** How often something may be done: so many times within a window of milliseconds. */
export interface Allowance {
  readonly count: number;
  readonly window: number;
}

const perHour = (count: number): Allowance => ({ count, window: HOUR });
const perDay = (count: number): Allowance => ({ count, window: DAY });

/** Zero bits of the puzzle before a stranger's mail, and how many more there may be while strangers are many. */
export const WORK_BITS = { base: 15, more: 6 } as const;

/** How often the calls of the wallet's services may be used. Those of addresses and networks are tenfold in development. */
export const WALLET_ALLOWANCES = {
  installationsOfNetwork: perHour(20),
  installationsOfUser: perHour(60),
  /** That one installation, or one network (IPv4 /24, IPv6 /64), has sent to one address. */
  mailsToAddress: [perHour(5), perDay(10)],
  /** The same for an IPv6 /48. */
  mailsOfWideNetwork: [perHour(10), perDay(20)],
  /** Links of one sign-in. */
  linksOfSignIn: perHour(5),
  signInsOfNetwork: perHour(20),
  /** Of an IPv4 /24 or IPv6 /48. */
  signInsOfWideNetwork: perHour(200),
  /**
   * Sign-ins that installations new to an address begin. Above it nobody is refused: the puzzle gets harder, and the holder
   * of the address is told.
   */
  strangersOfAddress: perDay(10),
  strangersOfProject: perHour(1_000),
  codesOfNetwork: perHour(60),
  /** Wrong codes of an address from installations that are not known; one more locks them out for the rest of the window. */
  wrongCodes: perDay(15),
  /** Wrong codes of an address where a new installation needs no link; one more, and it needs the link for the rest of the window. */
  wrongDirectCodes: perDay(15),
  /** Wrong codes of one sign-in. */
  triesOfSignIn: 5,
  refreshes: perHour(60),
  draftsOfUser: perDay(3),
  deviceShares: perHour(120),
  enrolments: perDay(10),
  recoveries: perDay(5),
  /** Changes of an address that were asked for, and those that the user agreed to. */
  emailUpdatesAsked: perHour(60),
  emailUpdates: perDay(3),
  looksOfNetwork: perHour(300),
  /** Left by an installation, and from a network: keys cost nothing, and letters take room. */
  lettersOfInstallation: perHour(30),
  lettersOfNetwork: perHour(300),
  /** Whoever waits for a letter looks once a second. */
  letterLooksOfNetwork: { count: 1_200, window: MINUTE },
  /** Of an installation, to all chains. */
  chainCalls: { count: 300, window: MINUTE },
} as const;
