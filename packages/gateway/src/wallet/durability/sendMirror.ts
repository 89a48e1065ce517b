import { createHash } from 'node:crypto';
import { mirrorRowsCall, type mirrorRowsRequest } from 'latchkit/protocol';
import * as z from 'zod';
import { requeueTables } from '../../platform/keyvault/watchTables.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { inSeconds, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { type MirroredRow, type SealedRow, sealRow } from './sealedRows.js';

/** Changes that are read at once; the transactions of all of them are sent. */
const BATCH = 200;

/** Rows of one call. Only a transaction with more of them is divided. */
const ROWS_PER_CALL = 1_000;

const queuedRow = z.object({
  seq: z.string(),
  table: z.string(),
  key: z.string(),
  content: z.string().nullable(),
});

/**
 * Sends the oldest changes of the store that wait for the other service. What was stored there is removed from the queue, so
 * changes are repeated after a crash, never missed.
 *
 * @returns the number of changes sent. With 0, the call still tells whether the mirror is another one.
 * @throws HttpError 503 `PEER_UNAVAILABLE`.
 */
export async function sendMirror(parts: WalletParts): Promise<number> {
  const { store } = parts;
  const queued = await oldestChanges(parts);
  // A batch has several changes of a row at most once each: the last one counts.
  const newest = new Map(queued.map(row => [`${row.table}|${row.key}`, row]));
  const rows = [...newest.values()].map(row => sealRow(store.secret, store.name, row));
  let mirrorId = await put(parts, rows.slice(0, ROWS_PER_CALL));
  for (let at = ROWS_PER_CALL; at < rows.length; at += ROWS_PER_CALL) {
    mirrorId = await put(parts, rows.slice(at, at + ROWS_PER_CALL));
  }
  await store.database.transaction(async runner => {
    await runner.query(
      `delete from ${store.schema}.mirror_outbox
       where seq in (select value::bigint from jsonb_array_elements_text($1::jsonb))`,
      [JSON.stringify(queued.map(({ seq }) => seq))],
    );
    const known = await runner.query(`select 1 from ${store.schema}.mirror_peer where id = $1 for update`, [
      mirrorId,
    ]);
    if (known.length > 0) return;
    const before = await runner.query(
      `insert into ${store.schema}.mirror_peer as peer values (true, $1)
       on conflict (one) do update set id = excluded.id where peer.id <> excluded.id returning xmax <> 0 as "isNew"`,
      [mirrorId],
    );
    if (before[0]?.isNew === true) await requeueTables(runner, store.schema);
  });
  return queued.length;
}

async function oldestChanges({ store }: WalletParts): Promise<readonly MirroredRow[]> {
  const { schema, database } = store;
  const rows = await database.query(
    `select seq::text, table_name as "table", row_key as key, content from ${schema}.mirror_outbox
     where txid in (select txid from ${schema}.mirror_outbox order by seq limit ${BATCH})
     order by mirror_outbox.seq`,
  );
  return rows.map(row => queuedRow.parse(row));
}

async function put({ store, peer, frameUrl, vaultUrl }: WalletParts, rows: readonly SealedRow[]) {
  const now = inSeconds(Date.now());
  const [iss, aud] = store.name === 'a' ? [frameUrl, vaultUrl] : [vaultUrl, frameUrl];
  const token = await store.keys.sign(TOKEN_KINDS.mirrorRows, {
    ...{ iss, aud, iat: now, exp: now + inSeconds(WALLET_TIMES.peerWord) },
    jti: uuidv7(),
    hash: hashOfRows(rows),
  });
  const { mirrorId } = await peer<typeof mirrorRowsRequest>(mirrorRowsCall, { body: { token, rows } });
  return mirrorId;
}

/** Binds the rows of a call to its token. */
export function hashOfRows(rows: readonly SealedRow[]): string {
  const fields = rows.map(({ table, key, seq, sealed }) => [table, key, seq, sealed]);
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}
