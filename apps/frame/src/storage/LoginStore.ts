import { walletLocale } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** An email login in progress, stored so that it survives a reload. Unusable without this installation's key. */
export const storedLogin = z.object({
  /** Thumbprint of the key that the login started with. */
  jkt: z.string(),
  id: z.string(),
  email: z.string(),
  locale: z.optional(walletLocale),
  /** Token of the wallet service for the vault; undefined if this installation needs no link. */
  startToken: z.optional(z.string()),
  /** Id of the vault's approval request; undefined if its email was not sent. */
  approval: z.optional(z.string()),
  /** The vault's grant, once the link was approved. */
  grant: z.optional(z.string()),
  /** Whether a code has been requested. */
  hasCode: z.boolean(),
  /** When the login expires at the wallet service, in milliseconds since 1970. */
  until: z.number(),
});

/** A stored email login in progress. */
export type StoredLogin = z.infer<typeof storedLogin>;

/** Stores this installation's login in progress for one host. */
export interface LoginStore {
  /** Never rejects: unreadable data is treated as absent. */
  read(): Promise<StoredLogin | undefined>;
  /** Undefined removes the login. Never rejects: without storage a login lasts as long as its page. */
  keep(login: StoredLogin | undefined): Promise<void>;
}
