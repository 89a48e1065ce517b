import { randomBytes, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod';
import type { Database } from '../../src/platform/ports/Database.js';
import { hashText } from '../../src/wallet/shared/hashText.js';
import { type StoredClient, storedClient } from './storedClient.js';

const S = 'latchkit_wallet';
const walletRow = z.object({
  id: z.string(),
  userId: z.string(),
  epoch: z.number(),
  dekId: z.string(),
  createdAt: z.date(),
});

/**
 * Adds to stored data what a stolen social login left in it, in the columns of that version: a login with Google that the owner has
 * too, the thief's installation with a share set, and its session.
 *
 * @param stolen - Id of the login, if the owner has only that.
 * @returns what the thief's script keeps.
 */
export async function addThief(
  database: Database,
  owner: StoredClient,
  stolen?: string,
): Promise<StoredClient> {
  const pairs = {
    signing: await generateKeyPair('ES256', { extractable: true }),
    sealing: await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true }),
  };
  const jkt = await calculateJwkThumbprint(await exportJWK(pairs.signing.publicKey));
  const [row] = await database.query(
    `select id, user_id as "userId", epoch, dek_id as "dekId", created_at as "createdAt" from ${S}.wallets`,
  );
  const wallet = walletRow.parse(row);
  const at = new Date(wallet.createdAt.getTime() + 1_000);
  const end = new Date(at.getTime() + 30 * 86_400_000);
  const [installation, session] = [randomUUID(), randomUUID()];
  const identity = stolen ?? randomUUID();
  const refresh = randomBytes(32).toString('base64url');
  const { project, origin } = owner.page;
  const add = (
    table: string,
    columns: Readonly<Record<string, string | number | boolean | Date | Uint8Array>>,
  ) => {
    const names = Object.keys(columns);
    const places = names.map((_, at) => `$${at + 1}`).join(', ');
    return database.query(
      `insert into ${S}.${table} (${names.join(', ')}) values (${places})`,
      Object.values(columns),
    );
  };
  if (stolen === undefined)
    await add('identities', {
      id: identity,
      user_id: wallet.userId,
      realm: 'default',
      provider: 'google',
      subject_bidx: 'google',
      profile_ct: randomBytes(60),
      dek_id: wallet.dekId,
      verified_at: at,
    });
  await add('installations', {
    id: installation,
    jkt,
    enc_jwk: JSON.stringify(await exportJWK(pairs.sealing.publicKey)),
    kind: 'frame',
    host_origin: origin,
    ephemeral: false,
    browser: 'A script',
    created_at: at,
    last_seen_at: at,
  });
  await add('share_sets', {
    id: randomUUID(),
    wallet_id: wallet.id,
    epoch: wallet.epoch,
    kind: 'device',
    installation_id: installation,
    half_ct: randomBytes(60),
    dek_id: wallet.dekId,
    created_at: at,
  });
  await add('wallet_installations', {
    id: randomUUID(),
    wallet_id: wallet.id,
    installation_id: installation,
    origin: 'recovered',
    counts_from: at,
    added_at: at,
  });
  await add('sessions', {
    id: session,
    user_id: wallet.userId,
    installation_id: installation,
    identity_id: identity,
    project_id: project,
    host_origin: origin,
    txn: randomUUID(),
    locale: 'en',
    created_at: at,
    idle_expires_at: end,
    expires_at: end,
  });
  await add('refresh_tokens', { token_h: hashText(refresh), session_id: session, created_at: at });
  return storedClient.parse({
    ...owner,
    keys: {
      signing: await exportJWK(pairs.signing.privateKey),
      sealing: await exportJWK(pairs.sealing.privateKey),
    },
    session: { access: owner.session.access, refresh },
  });
}
