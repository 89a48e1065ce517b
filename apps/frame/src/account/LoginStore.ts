import { walletLocale } from 'latchkit/protocol';
import * as z from 'zod/mini';

/** A login by email under way, as it is kept over a reload. It is worth nothing without this installation's key. */
export const keptLogin = z.object({
  /** Thumbprint of the key that it was begun with. */
  jkt: z.string(),
  id: z.string(),
  email: z.string(),
  locale: z.optional(walletLocale),
  /** The gateway's word for the vault; undefined: this installation needs no link. */
  startToken: z.optional(z.string()),
  /** Id of what the vault asked for by mail; undefined: its mail was not sent. */
  approval: z.optional(z.string()),
  /** The vault's word, once the link was approved. */
  grant: z.optional(z.string()),
  /** Whether a code is on its way, or was. */
  hasCode: z.boolean(),
  /** When it ends at the gateway; milliseconds since 1970. */
  until: z.number(),
});

/** A login by email under way, as it is kept over a reload. */
export type KeptLogin = z.infer<typeof keptLogin>;

/** Keeps the login of this installation that is under way, for one host. */
export interface LoginStore {
  /** Never rejects: what cannot be read is absent. */
  read(): Promise<KeptLogin | undefined>;
  /** Undefined forgets it. Never rejects: without storage a login lasts as long as its page. */
  keep(login: KeptLogin | undefined): Promise<void>;
}
