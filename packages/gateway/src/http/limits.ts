/** How often callers may ask, per minute. 0: as often as they like. */
export interface Limits {
  /** Requests of one address. A JSON-RPC batch counts as its calls. */
  readonly perAddress: number;
  /** Requests of one project, from everywhere. */
  readonly perProject: number;
  /** JSON-RPC calls of one project. */
  readonly rpcPerProject: number;
  /** Nonces, sign-ins and revocations of one address: each costs writes, and some a call of a contract. */
  readonly signInPerAddress: number;
}

/** What holds unless the operator says otherwise. */
export const DEFAULT_LIMITS: Limits = {
  perAddress: 6_000,
  perProject: 600_000,
  rpcPerProject: 600_000,
  signInPerAddress: 600,
};
