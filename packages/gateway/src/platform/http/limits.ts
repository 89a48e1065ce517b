/** Rate limits per minute. 0: no limit. */
export interface Limits {
  /** Requests from one address. A JSON-RPC batch counts as its number of calls. */
  readonly perAddress: number;
  /** Requests for one project, from all addresses. */
  readonly perProject: number;
  /** JSON-RPC calls for one project. */
  readonly rpcPerProject: number;
  /** Nonces, sign-ins and revocations from one address: each writes to the database, and some call a contract. */
  readonly signInPerAddress: number;
}

/** Defaults of the limits. */
export const DEFAULT_LIMITS: Limits = {
  perAddress: 6_000,
  perProject: 600_000,
  rpcPerProject: 600_000,
  signInPerAddress: 600,
};
