import { createHash, randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type {
  CallResponse,
  PasskeyAssertion,
  PasskeyQuestion,
  PasskeyRegistration,
  preparePasskeyCall,
} from 'latchkit/protocol';
import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import { inSeconds, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay, type WayIn } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import type { VersionName } from './recoveryVersions.js';

/** Passkeys of a wallet, those included that protect nothing yet. */
const MAX_PASSKEYS = 20;

/** Who uses a passkey, and for what: a question counts only for the same. */
export interface PasskeyUse {
  readonly subjectId: string;
  /** The installation. */
  readonly jkt: string;
  /** `create`, `portal`, or the sign-in of a recovery. */
  readonly purpose: string;
  /** Only passkeys of this wallet count. Undefined: of any wallet of the subject. */
  readonly walletId?: string;
}

const passkeyRow = z.object({
  id: z.string(),
  credentialId: z.string(),
  publicKey: z.instanceof(Uint8Array),
  counter: z.coerce.number(),
  transports: z.array(z.string()),
  salt: z.string(),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

/** A passkey of a wallet. */
export type Passkey = z.infer<typeof passkeyRow>;

/**
 * The passkeys that encrypt a share of the recovery set, the oldest first.
 *
 * @param of - The version of the share, or a wallet, whose committed one is meant. Default: the committed ones of every wallet.
 */
export async function passkeysOf(
  { store: { schema } }: Pick<WalletParts, 'store'>,
  runner: SqlRunner,
  subjectId: string,
  of?: VersionName | Pick<PasskeyUse, 'walletId'>,
): Promise<readonly Passkey[]> {
  const version = of && 'version' in of ? of : undefined;
  const rows = await runner.query(
    `select p.id, credential_id as "credentialId", public_key as "publicKey", counter, transports, prf_salt as salt, name,
       p.created_at as "createdAt", last_used_at as "lastUsedAt"
     from ${schema}.passkeys p
     where subject_id = $1 and exists (
       select 1 from ${schema}.recovery_wraps w join ${schema}.recovery r using (wallet_id, epoch, version)
       where w.factor_id = p.id and ($2::uuid is null or r.wallet_id = $2)
         and case when $3::int is null then r.confirmed_at is not null
           else (r.epoch, r.version) = ($3, $4::int) end)
     order by p.created_at`,
    [subjectId, of?.walletId ?? null, version?.epoch ?? null, version?.version ?? null],
  );
  return rows.map(row => passkeyRow.parse(row));
}

/** Asks for a new passkey. WebAuthn runs only on the wallet service's origin, whose host is the RP id. */
export async function askNewPasskey(
  parts: WalletParts,
  use: Omit<PasskeyUse, 'purpose'>,
): Promise<CallResponse<typeof preparePasskeyCall>> {
  const { store } = parts;
  const salt = randomBytes(32).toString('base64url');
  const challenge = await keepQuestion(parts, { ...use, purpose: 'create' }, salt);
  const exclude = (await passkeysOf(parts, store.database, use.subjectId)).map(
    ({ credentialId }) => credentialId,
  );
  const userId = createHash('sha256').update(`lk1|passkey|${use.subjectId}`).digest('base64url');
  return { challenge, rpId: rpIdOf(parts), userId, salt, exclude };
}

/**
 * Registers a passkey.
 *
 * @throws HttpError 403 `PASSKEY_INVALID` also if the wallet has too many.
 */
export async function addPasskey(
  parts: WalletParts,
  use: Omit<PasskeyUse, 'purpose'>,
  { name, credential }: { readonly name: string; readonly credential: PasskeyRegistration },
): Promise<{ id: string }> {
  const { store } = parts;
  const salt = await takeQuestion(parts, { ...use, purpose: 'create' }, challengeOf(credential));
  const made = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports: [] } },
    expectedChallenge: challengeOf(credential),
    expectedOrigin: new URL(parts.frameUrl).origin,
    expectedRPID: rpIdOf(parts),
    requireUserVerification: true,
  }).catch(cause => {
    throw walletError('PASSKEY_INVALID', cause);
  });
  if (!made.verified) throw walletError('PASSKEY_INVALID');
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential;
  const id = uuidv7();
  await store.database.transaction(async runner => {
    // One at a time for each subject: concurrent transactions don't see each other's rows.
    await runner.query(`select 1 from ${store.schema}.subjects where id = $1 for update`, [use.subjectId]);
    const rows = await runner.query(
      `insert into ${store.schema}.passkeys
       (id, subject_id, credential_id, public_key, counter, transports, prf_salt, name, created_at)
     select $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9
     where (select count(*) from ${store.schema}.passkeys where subject_id = $2) < $10
     on conflict (credential_id) do nothing returning 1`,
      [
        ...[id, use.subjectId, credentialId, publicKey, counter],
        JSON.stringify(credential.response.transports ?? []),
        ...[salt, name, new Date(), MAX_PASSKEYS],
      ],
    );
    if (rows.length === 0) throw walletError('PASSKEY_INVALID');
    const meta = usedWay(WAYS_IN['passkey.add']);
    const entry = { action: 'passkey.add', subject: use.subjectId, actor: use.jkt, meta };
    await store.audit.append(entry, runner);
  });
  return { id };
}

/** Asks for one of the wallet's passkeys. See {@link passkeysOf}. */
export async function askPasskey(
  parts: WalletParts,
  use: PasskeyUse,
  of?: VersionName,
): Promise<PasskeyQuestion> {
  const passkeys = await passkeysOf(parts, parts.store.database, use.subjectId, of ?? use);
  return {
    challenge: await keepQuestion(parts, use, null),
    rpId: rpIdOf(parts),
    passkeys: passkeys.map(({ id, credentialId, transports, salt }) => ({
      id,
      credentialId,
      transports,
      salt,
    })),
  };
}

/**
 * Verifies that the user has used one of the wallet's passkeys for this.
 *
 * @returns the passkey.
 * @throws HttpError 403 `PASSKEY_REQUIRED` without an assertion, `PASSKEY_INVALID`.
 */
export async function requirePasskey(
  parts: WalletParts,
  use: PasskeyUse,
  assertion: PasskeyAssertion | undefined,
  of?: VersionName,
): Promise<Passkey> {
  const { store } = parts;
  if (assertion === undefined) throw walletError('PASSKEY_REQUIRED');
  const passkeys = await passkeysOf(parts, store.database, use.subjectId, of ?? use);
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion.id);
  if (passkey === undefined) throw walletError('PASSKEY_INVALID');
  await takeQuestion(parts, use, challengeOf(assertion));
  const { credentialId, publicKey, counter } = passkey;
  const used = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: challengeOf(assertion),
    expectedOrigin: new URL(parts.frameUrl).origin,
    expectedRPID: rpIdOf(parts),
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
  }).catch(cause => {
    throw walletError('PASSKEY_INVALID', cause);
  });
  if (!used.verified) throw walletError('PASSKEY_INVALID');
  await store.database.query(
    `update ${store.schema}.passkeys set counter = $2, last_used_at = $3 where id = $1`,
    [passkey.id, used.authenticationInfo.newCounter, new Date()],
  );
  return passkey;
}

/** Signs for the wallet service that a passkey of this wallet was used in this installation. */
export function signPasskeyGrant(
  { store, frameUrl, vaultUrl }: WalletParts,
  _way: WayIn,
  { jkt, walletId }: { readonly jkt: string; readonly walletId: string },
): Promise<string> {
  const now = inSeconds(Date.now());
  return store.keys.sign(TOKEN_KINDS.passkeyGrant, {
    ...{ iss: vaultUrl, aud: frameUrl, jti: uuidv7(), jkt, walletId },
    ...{ iat: now, exp: now + inSeconds(WALLET_TIMES.passkey) },
  });
}

const clientData = z.object({ challenge: z.string() });

/** The challenge that a response names: whether it was asked for is verified by {@link takeQuestion}. */
function challengeOf({ response: { clientDataJSON } }: PasskeyAssertion | PasskeyRegistration): string {
  try {
    return clientData.parse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
  } catch (cause) {
    throw walletError('PASSKEY_INVALID', cause);
  }
}

const rpIdOf = ({ frameUrl }: WalletParts) => new URL(frameUrl).hostname;

const nameOf = ({ subjectId, jkt, purpose }: PasskeyUse) => [subjectId, jkt, purpose].join('|');

async function keepQuestion({ store }: WalletParts, use: PasskeyUse, salt: string | null): Promise<string> {
  const { database, schema } = store;
  const challenge = randomBytes(32).toString('base64url');
  await database.query(`delete from ${schema}.passkey_questions where expires_at < $1`, [new Date()]);
  await database.query(
    `insert into ${schema}.passkey_questions (challenge, asked_for, salt, expires_at) values ($1, $2, $3, $4)`,
    [challenge, nameOf(use), salt, new Date(Date.now() + WALLET_TIMES.passkey)],
  );
  return challenge;
}

/** Uses up a question. @returns its salt. */
async function takeQuestion(
  { store }: WalletParts,
  use: PasskeyUse,
  challenge: string,
): Promise<string | null> {
  const [row] = await store.database.query(
    `delete from ${store.schema}.passkey_questions
     where challenge = $1 and asked_for = $2 and expires_at > $3 returning salt`,
    [challenge, nameOf(use), new Date()],
  );
  if (row === undefined) throw walletError('PASSKEY_INVALID');
  return z.object({ salt: z.string().nullable() }).parse(row).salt;
}
