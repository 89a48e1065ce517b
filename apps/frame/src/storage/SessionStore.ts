import * as z from 'zod/mini';

/** The tokens of a session as stored. Unusable without this installation's key. */
export const storedSession = z.object({
  sid: z.string(),
  access: z.string(),
  /** When the access token expires, in milliseconds since 1970. */
  until: z.number(),
  refresh: z.string(),
  /** Id of the refresh-token exchange, stored from before the request until its response is stored. */
  exchange: z.optional(z.string()),
});

/** The stored tokens of a session. */
export type StoredSession = z.infer<typeof storedSession>;

/** Stores this installation's session for one host. */
export interface SessionStore {
  read(): Promise<StoredSession | undefined>;
  /** Undefined removes the session. */
  keep(session: StoredSession | undefined): Promise<void>;
  /** Runs a task while no other page of this installation can run one. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}
