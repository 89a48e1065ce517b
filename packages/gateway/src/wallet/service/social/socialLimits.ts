import type { Allowance } from '../../shared/walletLimits.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Lifetimes of social sign-ins, in milliseconds. */
export const SOCIAL_TIMES = {
  signIn: 30 * MINUTE,
  /** The cookie that binds a sign-in to a browser. */
  bind: 10 * MINUTE,
  /** How long the form that a provider posted waits for the browser's next request. */
  form: MINUTE,
  /** How long the vault accepts an access token as a proof. */
  proof: 5 * MINUTE,
  /** How often access tokens that can be revoked are looked for, and how long after a failure they are tried again. */
  revocations: MINUTE,
  /** How long after one that another sign-in may need. */
  postponed: 2_000,
  /** How long the exchange of a provider's response may take. Its requests have ten seconds each. */
  exchange: MINUTE,
  /** How long a result can be redeemed. */
  result: 2 * MINUTE,
  /** How long a Farcaster user can scan the code and sign. */
  channel: 5 * MINUTE,
  /** How long ended sign-ins are stored. */
  ended: 24 * HOUR,
} as const;

/** Maximum size of a form that a provider posts, in characters. */
export const MAX_FORM = 8 * 1024;

/** Limits of the calls of social sign-ins. In development they are tenfold. */
export const SOCIAL_ALLOWANCES = {
  startsOfInstallation: { count: 30, window: HOUR },
  startsOfNetwork: { count: 60, window: HOUR },
  /** Armed sign-ins and responses of providers. */
  callbacksOfNetwork: { count: 240, window: HOUR },
  callbacksOfSignIn: { count: 20, window: HOUR },
  /** A page whose popup cannot reach it polls once a second. */
  looksOfInstallation: { count: 120, window: MINUTE },
  redeemsOfSignIn: { count: 3, window: 30 * MINUTE },
  /** A browser without the cookie of its full-page sign-in may get it between two attempts. */
  redeemsElsewhere: { count: 10, window: 30 * MINUTE },
  /** The visitor may open the wallet window again. */
  passesOfSignIn: { count: 10, window: 30 * MINUTE },
} as const satisfies Readonly<Record<string, Allowance>>;
