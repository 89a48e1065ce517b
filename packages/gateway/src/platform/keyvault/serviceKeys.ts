import { randomUUID } from 'node:crypto';
import {
  CompactEncrypt,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import * as z from 'zod';
import type { Database, SqlRunner } from '../ports/Database.js';
import { open, seal } from './aead.js';
import type { RootSecret } from './rootSecret.js';

/** Serializes replicas that start at once, so that only one creates keys; the letters 'SKEY'. */
const LOCK_KEY = 0x534b4559;

const SIGNATURE = 'ES256';
const AGREEMENT = 'ECDH-ES';
const CIPHER = 'A256GCM';

type Use = 'sig' | 'enc';
type Key = Awaited<ReturnType<typeof importJWK>>;

const keyRow = z.object({ kid: z.string(), use: z.enum(['sig', 'enc']), sealed: z.instanceof(Uint8Array) });
const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

interface ServiceKey {
  readonly kid: string;
  readonly use: Use;
  readonly publicJwk: JWK;
  readonly privateKey: Key;
}

/** Finds a peer's public signing key by its id. Undefined if the peer does not publish it. */
export type PeerKey = (kid: string) => Promise<Key | undefined>;

/** The key pairs of one service, for signing and for decryption. Replicas share them. */
export interface ServiceKeys {
  /** Public keys (RFC 7517), with their use. */
  readonly published: readonly JWK[];
  /** Signs claims. `typ` prevents a token of one kind from being accepted as another (RFC 8725, 3.11). */
  sign(typ: string, claims: JWTPayload): Promise<string>;
  /** Finds one of the service's own keys. */
  find: PeerKey;
  /** Decrypts a JWE for one of the keys. Returns undefined if it is for another key or invalid. */
  unseal(jwe: string): Promise<Uint8Array | undefined>;
}

/** Opens the keys in `schema.service_keys`, which are created on first use. */
export async function openServiceKeys(
  database: Database,
  schema: string,
  secret: RootSecret,
): Promise<ServiceKeys> {
  const keys = await database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock($1::bigint)', [LOCK_KEY]);
    const found = await read(runner, schema, secret);
    if (found.length > 0) return found;
    await make(runner, schema, secret, 'sig');
    await make(runner, schema, secret, 'enc');
    return read(runner, schema, secret);
  });
  const signing = keys.findLast(({ use }) => use === 'sig');
  if (signing === undefined) throw new Error('The store has no signing key');
  return {
    published: keys.map(({ kid, use, publicJwk }) => ({
      ...publicJwk,
      kid,
      use,
      alg: use === 'sig' ? SIGNATURE : AGREEMENT,
    })),
    sign: (typ, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: SIGNATURE, kid: signing.kid, typ })
        .sign(signing.privateKey),
    async find(kid) {
      const found = keys.find(key => key.kid === kid && key.use === 'sig');
      return found && importJWK(found.publicJwk, SIGNATURE);
    },
    async unseal(jwe) {
      try {
        const { plaintext } = await compactDecrypt(
          jwe,
          ({ kid }) => {
            const found = keys.find(key => key.use === 'enc' && (kid === undefined || key.kid === kid));
            if (found === undefined) throw new Error('no such key');
            return found.privateKey;
          },
          { keyManagementAlgorithms: [AGREEMENT], contentEncryptionAlgorithms: [CIPHER] },
        );
        return plaintext;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Verifies a token that a service signed.
 *
 * @returns its claims, or undefined if the token is invalid or expired.
 */
export async function verifyServiceToken<Claims>(
  keyOf: PeerKey,
  token: string,
  expected: { readonly typ: string; readonly issuer: string; readonly audience: string },
  claims: z.ZodType<Claims>,
): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '' }) => {
        const key = await keyOf(kid);
        if (key === undefined) throw new Error('no such key');
        return key;
      },
      { algorithms: [SIGNATURE], ...expected, requiredClaims: ['exp'], currentDate: new Date() },
    );
    return claims.safeParse(payload).data;
  } catch {
    return undefined;
  }
}

/**
 * Encrypts bytes for an installation's key (ECDH-ES, A256GCM).
 *
 * @param forJkt - Thumbprint of the installation's signing key, `apu`.
 * @param about - The subject, `apv`: the sign-in or the wallet.
 */
export async function sealToInstallation(
  encJwk: JWK,
  content: string,
  forJkt: string,
  about: string,
): Promise<string> {
  return new CompactEncrypt(Buffer.from(content, 'utf8'))
    .setProtectedHeader({ alg: AGREEMENT, enc: CIPHER })
    .setKeyManagementParameters({ apu: Buffer.from(forJkt), apv: Buffer.from(about) })
    .encrypt(await importJWK(encJwk, AGREEMENT));
}

async function make(runner: SqlRunner, schema: string, secret: RootSecret, use: Use): Promise<void> {
  const { privateKey } = await generateKeyPair(use === 'sig' ? SIGNATURE : AGREEMENT, {
    extractable: true,
    crv: 'P-256',
  });
  const kid = randomUUID();
  const jwk = Buffer.from(JSON.stringify(await exportJWK(privateKey)), 'utf8');
  await runner.query(
    `insert into ${schema}.service_keys (kid, use, private_ct, created_at) values ($1, $2, $3, $4)`,
    [kid, use, seal(secret.derive('service keys'), jwk, kid), new Date()],
  );
}

/** Oldest first. */
async function read(runner: SqlRunner, schema: string, secret: RootSecret): Promise<readonly ServiceKey[]> {
  const rows = await runner.query(
    `select kid, use, private_ct as sealed from ${schema}.service_keys order by created_at, kid`,
  );
  return Promise.all(
    rows.map(async row => {
      const { kid, use, sealed } = keyRow.parse(row);
      const text = Buffer.from(open(secret.derive('service keys'), sealed, kid)).toString('utf8');
      const jwk = privateJwk.parse(JSON.parse(text));
      const { d: _, ...publicJwk } = jwk;
      return { kid, use, publicJwk, privateKey: await importJWK(jwk, use === 'sig' ? SIGNATURE : AGREEMENT) };
    }),
  );
}
