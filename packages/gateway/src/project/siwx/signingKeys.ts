import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as z from 'zod';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';

/** Algorithm of the tokens, which common libraries support. */
export const ALGORITHM = 'ES256';

/** Milliseconds that a token is valid. */
export const TOKEN_LIFE = 3_600_000;

/** Milliseconds between a new key's publication and its first use, for back ends that cache the keys. */
const PUBLISHED_AHEAD = 120_000;

/** Milliseconds that a key stays published after its last token has expired. */
const SLACK = 60_000;

/** Milliseconds that a replica caches the keys, and between two queries for an unknown key. */
const COPY_LIFE = 10_000;
const LOOK_GAP = 1_000;

/** Serializes replicas that start at once, so that only one creates a key; the letters 'KEYS'. */
const LOCK_KEY = 0x4b455953;

const keyRow = z.object({
  kid: z.string(),
  privateJwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
  signsFrom: z.date(),
});
type KeyRow = z.infer<typeof keyRow>;

type Key = Awaited<ReturnType<typeof importJWK>>;

/** The keys that sign sign-in tokens. */
export interface SigningKeys {
  /** The current signing key. The first one is created on first use. */
  current(): Promise<{ readonly kid: string; readonly key: Key }>;
  /** Public keys of tokens that may still be valid, and of future tokens. */
  published(): Promise<readonly (JWK & { kty: string; kid: string })[]>;
  /** Finds the published key with this id. */
  find(kid: string): Promise<Key | undefined>;
}

/** The keys of this database, which all replicas share. */
export function signingKeys(database: Database): SigningKeys {
  let copy: { readonly rows: Promise<readonly KeyRow[]>; readonly read: number } | undefined;
  const rows = (maxAge = COPY_LIFE): Promise<readonly KeyRow[]> => {
    // The absolute value, because a clock may be set back.
    if (copy && Math.abs(Date.now() - copy.read) < maxAge) return copy.rows;
    const fresh = { rows: readOrMake(database), read: Date.now() };
    copy = fresh;
    fresh.rows.catch(() => {
      if (copy === fresh) copy = undefined;
    });
    return fresh.rows;
  };
  const publicOf = async (kid: string, maxAge?: number) =>
    publishedOf(await rows(maxAge)).find(row => row.kid === kid);
  return {
    async current() {
      const row = currentOf(await rows());
      return { kid: row.kid, key: await importJWK(row.privateJwk, ALGORITHM) };
    },
    async published() {
      return publishedOf(await rows()).map(publicJwk);
    },
    async find(kid) {
      // Another replica may sign with a key that is not in this cache yet.
      const row = (await publicOf(kid)) ?? (await publicOf(kid, LOOK_GAP));
      return row && importJWK(publicJwk(row), ALGORITHM);
    },
  };
}

/**
 * Creates a new key. It is published immediately and signs after two minutes. The previous key stays published until its last
 * token has expired.
 *
 * @param atOnce - For a stolen key: all existing keys are deleted, so their tokens are refused.
 * @returns the new key's id.
 */
export async function rotateKeys(database: Database, atOnce: boolean): Promise<string> {
  return database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
    const before = await read(runner);
    const kept = new Set(atOnce ? [] : publishedOf(before).map(({ kid }) => kid));
    for (const { kid } of before) {
      if (!kept.has(kid)) await runner.query('delete from signing_keys where kid = $1', [kid]);
    }
    return make(runner, kept.size === 0 ? 0 : PUBLISHED_AHEAD);
  });
}

async function readOrMake(database: Database): Promise<readonly KeyRow[]> {
  const found = await read(database);
  if (found.length > 0) return found;
  return database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
    if ((await read(runner)).length === 0) await make(runner, 0);
    return read(runner);
  });
}

async function make(runner: SqlRunner, ahead: number): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = randomUUID();
  await runner.query('insert into signing_keys (kid, private_jwk, signs_from) values ($1, $2::jsonb, $3)', [
    kid,
    JSON.stringify(await exportJWK(privateKey)),
    new Date(Date.now() + ahead),
  ]);
  return kid;
}

/** Oldest first. */
async function read(runner: SqlRunner): Promise<readonly KeyRow[]> {
  const rows = await runner.query(
    'select kid, private_jwk as "privateJwk", signs_from as "signsFrom" from signing_keys order by signs_from, kid',
  );
  return rows.map(row => keyRow.parse(row));
}

function currentOf(rows: readonly KeyRow[]): KeyRow {
  const row = rows.findLast(({ signsFrom }) => signsFrom.getTime() <= Date.now()) ?? rows[0];
  if (row === undefined) throw new Error('The database has no signing key');
  return row;
}

/** Removes keys whose successor has been signing for longer than a token is valid. */
function publishedOf(rows: readonly KeyRow[]): readonly KeyRow[] {
  const gone = Date.now() - TOKEN_LIFE - COPY_LIFE - SLACK;
  return rows.filter((_, index) => (rows[index + 1]?.signsFrom.getTime() ?? Number.POSITIVE_INFINITY) > gone);
}

function publicJwk({ kid, privateJwk: { kty, crv, x, y } }: KeyRow) {
  return { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' };
}
