import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { walletError } from '../shared/walletError.js';
import type { WayIn } from '../shared/waysIn/WayIn.js';
import { evaluateOprf, oprfKeyOf } from './evaluateOprf.js';

/** An evaluated password, and the salt for the rest of its derivation. */
export interface EvaluatedPassword {
  readonly id: string;
  readonly evaluated: string;
  readonly salt: string;
}

/** Creates a key for a subject's new password. @returns its id. */
export async function addPasswordKey(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  subjectId: string,
): Promise<string> {
  const id = uuidv7();
  const { ciphertext, dekId } = await envelope.seal(runner, place(id), randomBytes(32));
  await runner.query(
    `insert into ${schema}.password_keys (id, subject_id, seed_ct, dek_id, salt, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, subjectId, ciphertext, dekId, randomBytes(16).toString('base64url'), new Date()],
  );
  return id;
}

const keyRow = z.object({ seedCt: z.instanceof(Uint8Array), dekId: z.string(), salt: z.string() });

/**
 * Evaluates a blinded password with a subject's key (RFC 9497).
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND` without such a key, 400 `HALF_INVALID` if it is no element of the group.
 */
export async function evaluatePassword(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  { id, subjectId }: { readonly id: string; readonly subjectId: string },
  blinded: string,
): Promise<EvaluatedPassword> {
  const [row] = await runner.query(
    `select seed_ct as "seedCt", dek_id as "dekId", salt from ${schema}.password_keys where id = $1 and subject_id = $2`,
    [id, subjectId],
  );
  if (row === undefined) throw walletError('WALLET_NOT_FOUND');
  const { seedCt, dekId, salt } = keyRow.parse(row);
  const seed = await envelope.open(runner, place(id), { dekId, ciphertext: seedCt });
  const key = oprfKeyOf(seed, Buffer.from(id, 'utf8'));
  const evaluated = evaluateOprf(key, Buffer.from(blinded, 'base64url'));
  if (evaluated === undefined) throw walletError('HALF_INVALID');
  return { id, evaluated: Buffer.from(evaluated).toString('base64url'), salt };
}

const place = (id: string) => ({ table: 'password_keys', column: 'seed_ct', rowId: id });
