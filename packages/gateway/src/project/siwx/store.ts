import * as z from 'zod';
import type { Database, SqlRow } from '../../platform/ports/Database.js';

const sessionRow = z.object({
  id: z.string(),
  projectId: z.string(),
  account: z.string(),
  chainId: z.string(),
  domain: z.string(),
  uri: z.string(),
  issuedAt: z.date(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  refreshSecret: z.string(),
  generation: z.number(),
  rotatedAt: z.date(),
});

/** A sign-in. */
export type StoredSession = Readonly<z.infer<typeof sessionRow>>;

/** The values of a new sign-in. */
export type NewSession = Omit<StoredSession, 'revokedAt' | 'generation' | 'rotatedAt'>;

/** The owner of a nonce. */
export interface NonceOwner {
  readonly projectId: string;
  readonly domain: string;
}

/** Sign-ins and their nonces. Every call queries the database, so that a session ends in all replicas at once. */
export interface SiwxStore {
  addNonce(nonce: string, owner: NonceOwner, expiresAt: Date): Promise<void>;
  /** Claims the nonce for one caller across all replicas. Returns false if it cannot be claimed. */
  claimNonce(nonce: string, owner: NonceOwner, now: Date): Promise<boolean>;
  /** Releases a claimed nonce. */
  releaseNonce(projectId: string, nonce: string): Promise<void>;
  addSession(session: NewSession): Promise<void>;
  /** Whether the account has a sign-in in this project, also one that ended lately. */
  knows(projectId: string, account: string): Promise<boolean>;
  /** Deletes all but the newest 100 sign-ins of an account. */
  trim(projectId: string, account: string): Promise<void>;
  find(projectId: string, id: string): Promise<StoredSession | undefined>;
  /** Newest first, at most 100. */
  ofAccount(projectId: string, account: string): Promise<readonly StoredSession[]>;
  /** Marks the refresh token of this generation as used. Returns false if another request did so first. */
  rotate(session: Pick<StoredSession, 'projectId' | 'id' | 'generation'>, now: Date): Promise<boolean>;
  /** Ends the session. Returns when it first ended, or undefined if it does not exist. */
  revoke(projectId: string, id: string, now: Date): Promise<Date | undefined>;
  /** Deletes nonces that expired and sessions that ended before these times. */
  sweep(nonces: Date, sessions: Date): Promise<void>;
}

const COLUMNS = `id, project_id as "projectId", account, chain_id as "chainId", domain, uri, issued_at as "issuedAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", refresh_secret as "refreshSecret", generation,
  rotated_at as "rotatedAt"`;

/** The sign-ins of this database. */
export function siwxStore(database: Database): SiwxStore {
  return {
    ...nonces(database),
    ...sessions(database),
    async sweep(nonces, sessions) {
      await database.query('delete from siwx_nonces where expires_at < $1', [nonces]);
      await database.query('delete from siwx_sessions where expires_at < $1', [sessions]);
    },
  };
}

function nonces(database: Database): Pick<SiwxStore, 'addNonce' | 'claimNonce' | 'releaseNonce'> {
  return {
    async addNonce(nonce, { projectId, domain }, expiresAt) {
      await database.query(
        'insert into siwx_nonces (nonce, project_id, domain, expires_at) values ($1, $2, $3, $4)',
        [nonce, projectId, domain, expiresAt],
      );
    },
    async claimNonce(nonce, { projectId, domain }, now) {
      const rows = await database.query(
        `update siwx_nonces set claimed_at = $4
         where nonce = $1 and project_id = $2 and domain = $3 and expires_at > $4 and claimed_at is null
         returning 1`,
        [nonce, projectId, domain, now],
      );
      return rows.length > 0;
    },
    async releaseNonce(projectId, nonce) {
      await database.query('update siwx_nonces set claimed_at = null where project_id = $1 and nonce = $2', [
        projectId,
        nonce,
      ]);
    },
  };
}

function sessions(
  database: Database,
): Pick<SiwxStore, 'addSession' | 'knows' | 'trim' | 'find' | 'ofAccount' | 'rotate' | 'revoke'> {
  return {
    async addSession(session) {
      await database.query(
        `insert into siwx_sessions
           (id, project_id, account, chain_id, domain, uri, issued_at, expires_at, refresh_secret, rotated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $7)`,
        [
          session.id,
          session.projectId,
          session.account,
          session.chainId,
          session.domain,
          session.uri,
          session.issuedAt,
          session.expiresAt,
          session.refreshSecret,
        ],
      );
    },
    async knows(projectId, account) {
      const rows = await database.query(
        'select 1 from siwx_sessions where project_id = $1 and account = $2 limit 1',
        [projectId, account],
      );
      return rows.length > 0;
    },
    async trim(projectId, account) {
      await database.query(
        `delete from siwx_sessions where id in (
           select id from siwx_sessions where project_id = $1 and account = $2
           order by issued_at desc, id offset 100)`,
        [projectId, account],
      );
    },
    async find(projectId, id) {
      const rows = await database.query(
        `select ${COLUMNS} from siwx_sessions where id = $1 and project_id = $2`,
        [id, projectId],
      );
      return rows[0] && fromRow(rows[0]);
    },
    async ofAccount(projectId, account) {
      const rows = await database.query(
        `select ${COLUMNS} from siwx_sessions where project_id = $1 and account = $2
         order by issued_at desc, id limit 100`,
        [projectId, account],
      );
      return rows.map(fromRow);
    },
    async rotate({ projectId, id, generation }, now) {
      const rows = await database.query(
        `update siwx_sessions set generation = generation + 1, rotated_at = $4
         where project_id = $1 and id = $2 and generation = $3 and revoked_at is null returning 1`,
        [projectId, id, generation, now],
      );
      return rows.length > 0;
    },
    async revoke(projectId, id, now) {
      const rows = await database.query(
        `update siwx_sessions set revoked_at = coalesce(revoked_at, $3)
         where id = $1 and project_id = $2 returning revoked_at as "revokedAt"`,
        [id, projectId, now],
      );
      return rows[0] && z.object({ revokedAt: z.date() }).parse(rows[0]).revokedAt;
    },
  };
}

function fromRow(row: SqlRow): StoredSession {
  return sessionRow.parse(row);
}
