import * as z from 'zod/mini';

/** The tokens of a session as they are kept. They are worth nothing without this installation's key. */
export const keptSession = z.object({
  sid: z.string(),
  access: z.string(),
  /** When the access token ends; milliseconds since 1970. */
  until: z.number(),
  refresh: z.string(),
  /** Id of the exchange of the refresh token, from before it is asked for until its answer is kept. */
  exchange: z.optional(z.string()),
});

/** The tokens of a session as they are kept. */
export type KeptSession = z.infer<typeof keptSession>;

/** Keeps the session of this installation, for one host. */
export interface SessionStore {
  read(): Promise<KeptSession | undefined>;
  /** Undefined forgets it. */
  keep(session: KeptSession | undefined): Promise<void>;
  /** Does something that no other page of this installation may do meanwhile. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}
