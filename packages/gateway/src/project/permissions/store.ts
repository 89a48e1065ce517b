import type { StorePermissionBody } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database } from '../../platform/ports/Database.js';

/** Milliseconds for which a permission is listed after its expiry. */
const KEPT = 30 * 24 * 60 * 60 * 1_000;
/** Milliseconds for which one is stored at most: whoever stores it names its expiry. */
const MOST_KEPT = 400 * 24 * 60 * 60 * 1_000;
/** Minimum milliseconds between two clean-ups of all accounts. */
const GAP = 60 * 60 * 1_000;

const permissionRow = z.object({
  pci: z.string(),
  domain: z.string(),
  // The record of the call checked it before it was stored.
  granted: z.custom<StorePermissionBody>(),
  createdAt: z.date(),
  revokedAt: z.date().nullable(),
});

const projectRow = permissionRow.extend({ projectId: z.string() });

/** A permission that an account has granted. */
export type PermissionRow = Readonly<z.infer<typeof permissionRow>>;

const COLUMNS = 'pci, domain, granted, created_at as "createdAt", revoked_at as "revokedAt"';

/** The owner of permissions: an account (CAIP-10) in a project. */
export interface PermissionOwner {
  readonly projectId: string;
  readonly account: string;
}

export interface PermissionStore {
  /**
   * Adds a permission unless it is stored already, and deletes what expired long ago.
   *
   * @returns false if the account has as many permissions as it may have.
   */
  add(
    owner: PermissionOwner,
    permission: Pick<PermissionRow, 'pci' | 'domain' | 'granted'>,
    most: number,
  ): Promise<boolean>;
  has(owner: PermissionOwner, pci: string): Promise<boolean>;
  /** Finds the valid permission with a context. */
  find(owner: PermissionOwner, context: string): Promise<PermissionRow | undefined>;
  /** Those of an account in all projects, newest first. */
  listAll(account: string): Promise<readonly (PermissionRow & { readonly projectId: string })[]>;
  /** Marks those with a context as revoked, in all projects. */
  revokeAll(account: string, context: string): Promise<void>;
  /** Newest first. */
  list(owner: PermissionOwner): Promise<readonly PermissionRow[]>;
  /** Returns when the permission was first revoked, or undefined if it does not exist. */
  revoke(owner: PermissionOwner, pci: string): Promise<Date | undefined>;
}

/** @param now - Milliseconds since 1970. */
export function permissionStore(database: Database, now: () => number = Date.now): PermissionStore {
  let swept = 0;
  const sweep = async () => {
    if (Math.abs(now() - swept) < GAP) return;
    swept = now();
    await database.query('delete from granted_permissions where expires_at < $1', [new Date(now() - KEPT)]);
  };
  return {
    async add({ projectId, account }, { pci, domain, granted }, most) {
      await sweep();
      return database.transaction(async runner => {
        // One at a time for each account: concurrent transactions don't see each other's rows.
        await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 7715))', [
          `${projectId} ${account}`,
        ]);
        const [row] = await runner.query(
          `select count(*)::int as count, coalesce(bool_or(pci = $3), false) as "isStored"
           from granted_permissions where project_id = $1 and account = $2`,
          [projectId, account, pci],
        );
        const { count, isStored } = z.object({ count: z.number(), isStored: z.boolean() }).parse(row);
        if (isStored) return true;
        if (count >= most) return false;
        await runner.query(
          `insert into granted_permissions (project_id, account, pci, domain, granted, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [
            projectId,
            account,
            pci,
            domain,
            JSON.stringify(granted),
            expiryOf(granted, now()),
            new Date(now()),
          ],
        );
        return true;
      });
    },
    async has({ projectId, account }, pci) {
      const rows = await database.query(
        'select 1 from granted_permissions where project_id = $1 and account = $2 and pci = $3',
        [projectId, account, pci],
      );
      return rows.length > 0;
    },
    async find({ projectId, account }, context) {
      const [row] = await database.query(
        `select ${COLUMNS} from granted_permissions where project_id = $1 and account = $2
         and granted->>'context' = $3 and revoked_at is null and expires_at > $4`,
        [projectId, account, context, new Date(now())],
      );
      return row && permissionRow.parse(row);
    },
    async listAll(account) {
      const rows = await database.query(
        `select ${COLUMNS}, project_id as "projectId" from granted_permissions
         where account = $1 order by created_at desc, pci`,
        [account],
      );
      return rows.map(row => projectRow.parse(row));
    },
    async revokeAll(account, context) {
      await database.query(
        `update granted_permissions set revoked_at = $3
         where account = $1 and granted->>'context' = $2 and revoked_at is null`,
        [account, context, new Date(now())],
      );
    },
    async list({ projectId, account }) {
      const rows = await database.query(
        `select ${COLUMNS} from granted_permissions
         where project_id = $1 and account = $2 order by created_at desc, pci`,
        [projectId, account],
      );
      return rows.map(row => permissionRow.parse(row));
    },
    async revoke({ projectId, account }, pci) {
      const [row] = await database.query(
        `update granted_permissions set revoked_at = coalesce(revoked_at, $4)
         where project_id = $1 and account = $2 and pci = $3 returning revoked_at as "revokedAt"`,
        [projectId, account, pci, new Date(now())],
      );
      return row && permissionRow.shape.revokedAt.unwrap().parse(row.revokedAt);
    },
  };
}

/** A date that the database can store, for whatever number of seconds the wallet named. */
function expiryOf({ expiry }: StorePermissionBody, now: number): Date {
  return new Date(Math.min(expiry * 1_000, now + MOST_KEPT));
}
