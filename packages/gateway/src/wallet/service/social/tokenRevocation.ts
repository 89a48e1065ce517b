import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import type { SocialParts } from './SocialParts.js';
import { SOCIAL_TIMES } from './socialLimits.js';
import { SOCIAL_PROVIDERS } from './socialProviders.js';
import { tokenPlace } from './socialTxns.js';

/** A sign-in's access token that is not needed any more. */
const dueToken = z.object({
  id: z.string(),
  provider: z.enum(['discord', 'facebook', 'github', 'x']),
  projectId: z.string(),
  ciphertext: z.instanceof(Uint8Array),
  dekId: z.string(),
  owner: z.string(),
  isOver: z.boolean(),
});

type DueToken = z.infer<typeof dueToken>;

/** What revoking tokens needs. */
export type RevocationParts = Pick<SocialParts, 'store' | 'client' | 'findProvider' | 'failed'>;

/**
 * A known installation needs the access token of its sign-in only for a change of its logins, as long as the vault accepts it as a proof.
 */
export async function endToken({ schema }: SealedStore, runner: SqlRunner, id: string): Promise<void> {
  await runner.query(
    `update ${schema}.social_txns set token_due_at = least(token_due_at, $2) where id = $1 and token_ct is not null`,
    [id, new Date(Date.now() + SOCIAL_TIMES.proof)],
  );
}

/** Maximum number of tokens that are revoked in one go. */
const AT_ONCE = 100;

/** Revokes access tokens once they are not needed any more. */
export interface TokenRevoker {
  /** Looks for them now, without a wait. */
  soon(): void;
  end(): Promise<void>;
}

/** Starts to revoke tokens: when it is told to, and each minute. */
export function tokenRevoker(parts: RevocationParts, onError: (error: unknown) => void): TokenRevoker {
  let running: Promise<unknown> = Promise.resolve();
  let later: NodeJS.Timeout | undefined;
  const look = async () => {
    const isLeft = await revokeDueTokens(parts);
    clearTimeout(later);
    if (isLeft) later = setTimeout(soon, SOCIAL_TIMES.postponed).unref();
  };
  const soon = () => {
    running = running.then(look).catch(onError);
  };
  const timer = setInterval(soon, SOCIAL_TIMES.revocations);
  timer.unref();
  return {
    soon,
    async end() {
      clearInterval(timer);
      await running;
      clearTimeout(later);
    },
  };
}

/**
 * Revokes the access tokens that are not needed any more. One that could not be revoked is reported, and tried again until its sign-in
 * has expired: the user never learns of it.
 *
 * @returns whether some are left: another sign-in may still need them, a request holds their row, or there are many.
 */
async function revokeDueTokens(parts: RevocationParts): Promise<boolean> {
  const { database, schema } = parts.store;
  const now = Date.now();
  const isDue =
    'token_ct is not null and token_due_at <= $1 and (token_tried_at is null or token_tried_at <= $2)';
  const due = [new Date(now), new Date(now - SOCIAL_TIMES.revocations)];
  // Other replicas leave those alone that one tries.
  const rows = await database.query(
    `update ${schema}.social_txns set token_tried_at = $1
     where id in (
       select id from ${schema}.social_txns where ${isDue}
       order by token_due_at limit ${AT_ONCE} for update skip locked
     )
     returning id, provider, project_id as "projectId", token_ct as ciphertext, token_dek_id as "dekId",
       token_of as owner, expires_at <= $1 as "isOver"`,
    due,
  );
  const ended = new Set<string>();
  for (const row of rows) {
    const token = dueToken.parse(row);
    if (ended.has(token.owner)) continue;
    if (endsAll(token) && !token.isOver && (await isShared(parts.store, token))) {
      await database.query(`update ${schema}.social_txns set token_tried_at = null where id = $1`, [
        token.id,
      ]);
    } else if ((await revoke(parts, token)) && endsAll(token)) ended.add(token.owner);
  }
  const left = await database.query(`select 1 from ${schema}.social_txns where ${isDue} limit 1`, due);
  return left.length > 0;
}

/** Whether all tokens of its user and client end with it. */
function endsAll({ provider }: DueToken): boolean {
  const { protocol } = SOCIAL_PROVIDERS[provider];
  return protocol.kind === 'oauth' && protocol.revocation.endsAll;
}

/** @returns whether it ended. */
async function revoke(parts: RevocationParts, token: DueToken): Promise<boolean> {
  const { store, client, failed } = parts;
  const { database, schema } = store;
  const { id, provider, projectId, ciphertext, dekId, owner, isOver } = token;
  try {
    const setup = await parts.findProvider(projectId, provider);
    const bytes = await store.envelope.open(database, tokenPlace(id), { dekId, ciphertext });
    if (setup) await client.revoke(setup, Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    failed(provider, error);
    if (!isOver) return false;
  }
  await database.query(
    `update ${schema}.social_txns set token_ct = null
     where id = $1 or ($2 and token_of = $3 and token_due_at <= $4)`,
    [id, endsAll(token), owner, new Date()],
  );
  return true;
}

/**
 * Whether another sign-in may need the same token: one of this user whose token is not due, or one that is exchanging a code, whose user
 * is not known yet.
 */
async function isShared({ database, schema }: SealedStore, token: DueToken): Promise<boolean> {
  const now = Date.now();
  const rows = await database.query(
    `select 1 from ${schema}.social_txns
     where provider = $1 and id <> $2 and (
       (state = 'exchanging' and taken_at > $3)
       or (token_of = $4 and token_ct is not null and token_due_at > $5)
     ) limit 1`,
    [token.provider, token.id, new Date(now - SOCIAL_TIMES.exchange), token.owner, new Date(now)],
  );
  return rows.length > 0;
}
