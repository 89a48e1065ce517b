import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WayIn } from '../../shared/waysIn/WayIn.js';

const provenance = z.object({
  /** How the installation got its share set. */
  origin: z.enum(['created', 'recovered', 'vouched', 'passkey']),
  /** When the export's wait for it started. Null: it delays no export. */
  countsFrom: z.date().nullable(),
  /** Whether a passkey or the password of the wallet opened it there, or on the installation that vouched. */
  byFactor: z.boolean(),
  /** The installation that vouched for it, and was not vouched for itself; or it itself. */
  rootId: z.string(),
});

/** How an installation came to hold a share set. */
export type Provenance = z.infer<typeof provenance>;

/** The values of a new record. */
type NewProvenance = Omit<Provenance, 'rootId'> & Partial<Pick<Provenance, 'rootId'>>;

/** Records that an installation got a share set. The record outlives a revoked installation. */
export async function addProvenance(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { walletId, installationId }: { readonly walletId: string; readonly installationId: string },
  { origin, countsFrom, byFactor, rootId = installationId }: NewProvenance,
): Promise<void> {
  await runner.query(
    `insert into ${schema}.wallet_installations (id, wallet_id, installation_id, origin, counts_from, by_factor, added_at,
       root_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [uuidv7(), walletId, installationId, origin, countsFrom, byFactor, new Date(), rootId],
  );
}

/** Returns how an installation got its latest share set of a wallet. */
export async function findProvenance(
  { schema }: SealedStore,
  runner: SqlRunner,
  walletId: string,
  installationId: string,
): Promise<Provenance | undefined> {
  const [row] = await runner.query(
    `select origin, counts_from as "countsFrom", by_factor as "byFactor",
       coalesce(root_id, installation_id) as "rootId" from ${schema}.wallet_installations
     where wallet_id = $1 and installation_id = $2 order by added_at desc, id desc limit 1`,
    [walletId, installationId],
  );
  return row && provenance.parse(row);
}

const waitRow = z.object({
  installationId: z.string(),
  browser: z.string().nullable(),
  hostOrigin: z.string().nullable(),
  countsFrom: z.date(),
  isRevoked: z.boolean(),
});

/** A wait of the export, and the installation that causes it, whose browser and page are null if it is no longer stored. */
export interface ExportWait extends Omit<z.infer<typeof waitRow>, 'countsFrom'> {
  readonly addedAt: Date;
  readonly opensAt: Date;
}

/**
 * Returns the wait of the export, or undefined if the export is possible. It lasts until every installation that was added by email
 * or evidence alone is 24 hours old, revoked and forgotten ones included.
 */
export async function findExportWait(
  { schema }: SealedStore,
  runner: SqlRunner,
  walletId: string,
): Promise<ExportWait | undefined> {
  const [row] = await runner.query(
    `select p.installation_id as "installationId", i.browser, i.host_origin as "hostOrigin",
       p.counts_from as "countsFrom",
       not exists (select 1 from ${schema}.share_sets s
         where s.wallet_id = p.wallet_id and s.installation_id = p.installation_id) as "isRevoked"
     from ${schema}.wallet_installations p left join ${schema}.installations i on i.id = p.installation_id
     where p.wallet_id = $1 and p.counts_from > $2 order by p.counts_from desc limit 1`,
    [walletId, new Date(Date.now() - WALLET_TIMES.exportWait)],
  );
  if (row === undefined) return undefined;
  const { countsFrom, ...installation } = waitRow.parse(row);
  return {
    ...installation,
    addedAt: countsFrom,
    opensAt: new Date(countsFrom.getTime() + WALLET_TIMES.exportWait),
  };
}
