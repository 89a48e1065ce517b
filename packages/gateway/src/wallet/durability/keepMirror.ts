import { mirrorRowsRequest } from 'latchkit/protocol';
import * as z from 'zod';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';
import { handle } from '../shared/walletCalls.js';
import { walletError } from '../shared/walletError.js';
import type { WalletParts } from '../shared/walletParts.js';
import type { SealedRow } from './sealedRows.js';
import { hashOfRows } from './sendMirror.js';

const claims = z.object({ hash: z.string() });
const idRow = z.object({ id: z.string() });

/** The call with which the other service sends rows of its store. */
export function mirrorCalls(parts: WalletParts): readonly CallHandler[] {
  return [handle(mirrorRowsRequest, ({ body }) => keepRows(parts, body))];
}

/**
 * Stores rows of the other store, all or none. A row that is older than the stored one is ignored.
 *
 * @throws HttpError 403 `GRANT_INVALID`.
 */
async function keepRows(
  { store, peerKey, frameUrl, vaultUrl }: WalletParts,
  { token, rows }: { readonly token: string; readonly rows: readonly SealedRow[] },
): Promise<{ mirrorId: string }> {
  const [audience, issuer] = store.name === 'a' ? [frameUrl, vaultUrl] : [vaultUrl, frameUrl];
  const expected = { typ: TOKEN_KINDS.mirrorRows, issuer, audience };
  const signed = await verifyServiceToken(peerKey, token, expected, claims);
  if (signed?.hash !== hashOfRows(rows)) throw walletError('GRANT_INVALID');
  const { schema, database } = store;
  return database.transaction(async runner => {
    await runner.query(
      `insert into ${schema}.mirror_rows as known (table_name, row_key, seq, sealed, at)
       select "table", key, seq, decode(sealed, 'base64'), $2
       from jsonb_to_recordset($1::jsonb) as row ("table" text, key text, seq bigint, sealed text)
       -- In one order, so that two calls at once do not wait for each other.
       order by "table", key
       on conflict (table_name, row_key) do update
         set seq = excluded.seq, sealed = excluded.sealed, at = excluded.at where known.seq < excluded.seq`,
      [JSON.stringify(rows), new Date()],
    );
    const [row] = await runner.query(`select id from ${schema}.mirror_id`);
    return { mirrorId: idRow.parse(row).id };
  });
}
