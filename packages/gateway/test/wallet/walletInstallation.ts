import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, compactDecrypt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import * as z from 'zod';

/** Handles requests: an app's `fetch`, or the network's. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** URLs and handlers of a test's services. */
export interface WalletServers {
  readonly frameUrl: string;
  readonly vaultUrl: string;
  readonly fetch: Fetch;
}

/** The host page. */
export interface WalletPage {
  readonly project: string;
  readonly origin: string;
}

/** A response of a service. */
export interface WalletAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>> & {
    readonly error?: { readonly code: string; readonly message: string; readonly retryAfter?: number };
  };
  readonly headers: Headers;
}

export interface CallOptions {
  readonly method?: string;
  readonly body?: unknown;
  /** Raw request body. */
  readonly text?: string | undefined;
  readonly access?: string;
  /** Modifies the claims of the proof. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** A proof to send instead. */
  readonly proof?: string;
  readonly page?: WalletPage;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts when the caller disconnects. */
  readonly signal?: AbortSignal;
}

/** One browser storage partition: a signing key, a sealing key, and calls with proofs as a frame makes them. */
export interface WalletInstallation {
  readonly jkt: string;
  readonly jwk: JWK;
  readonly encJwk: z.infer<typeof encKey>;
  /** Signs claims with the signing key. */
  sign(typ: string, claims: Readonly<Record<string, unknown>>): Promise<string>;
  proof(method: string, url: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  call(service: 'frame' | 'vault', path: string, options?: CallOptions): Promise<WalletAnswer>;
  /** Sends a call and returns the response as text. */
  read(
    service: 'frame' | 'vault',
    path: string,
    options?: CallOptions,
  ): Promise<{ readonly status: number; readonly body: string }>;
  /** Opens a share sealed to its key. */
  unseal(jwe: string): Promise<Buffer>;
  /** Opens JSON sealed to its key. */
  unsealJson(jwe: string): Promise<unknown>;
}

const encKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });

/** The keys of an installation. */
export interface InstallationKeys {
  readonly signing: CryptoKeyPair;
  readonly sealing: CryptoKeyPair;
}

async function newKeys(): Promise<InstallationKeys> {
  return {
    signing: await generateKeyPair('ES256', { extractable: true }),
    sealing: await generateKeyPair('ECDH-ES', { extractable: true, crv: 'P-256' }),
  };
}

/** @param keys - Those of an installation that exists. Default: new ones. */
export async function walletInstallation(
  servers: WalletServers,
  page: WalletPage,
  keys?: InstallationKeys,
): Promise<WalletInstallation> {
  const { signing, sealing } = keys ?? (await newKeys());
  const jwk = z.parse(encKey, await exportJWK(signing.publicKey));
  const encJwk = z.parse(encKey, await exportJWK(sealing.publicKey));
  const jkt = await calculateJwkThumbprint(jwk);
  const nonces: Record<string, string> = {};

  const proof: WalletInstallation['proof'] = (method, url, more = {}) =>
    new SignJWT({ htm: method, htu: url, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000), ...more })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(signing.privateKey);

  const sign: WalletInstallation['sign'] = (typ, claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ }).sign(signing.privateKey);

  const once = async (service: 'frame' | 'vault', path: string, options: CallOptions) => {
    const url = (service === 'frame' ? servers.frameUrl : servers.vaultUrl) + path;
    const { body, access, claims, text } = options;
    const { method = body === undefined && text === undefined ? 'GET' : 'POST' } = options;
    const ath = access && createHash('sha256').update(access).digest('base64url');
    const nonce = nonces[service];
    const given =
      options.proof ??
      (await proof(method, url, { ...(ath ? { ath } : {}), ...(nonce ? { nonce } : {}), ...claims }));
    const { origin, project } = options.page ?? page;
    const response = await servers.fetch(
      new Request(url, {
        method,
        headers: {
          DPoP: given,
          'Latchkit-Project': project,
          'Latchkit-Origin': origin,
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
          ...(access ? { Authorization: `DPoP ${access}` } : {}),
          ...options.headers,
        },
        ...(text === undefined ? {} : { body: text }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }),
    );
    nonces[service] = response.headers.get('DPoP-Nonce') ?? nonce ?? '';
    return response;
  };
  const answered = async (response: Response): Promise<WalletAnswer> => ({
    status: response.status,
    json: await response.json(),
    headers: response.headers,
  });
  const unsealJson: WalletInstallation['unsealJson'] = async jwe => {
    const { plaintext } = await compactDecrypt(jwe, sealing.privateKey);
    return JSON.parse(Buffer.from(plaintext).toString());
  };
  return {
    jkt,
    jwk,
    encJwk,
    sign,
    proof,
    async call(service, path, options = {}) {
      const first = await answered(await once(service, path, options));
      const isAsked = first.json.error?.code === 'USE_DPOP_NONCE';
      return isAsked && options.proof === undefined && options.claims === undefined
        ? answered(await once(service, path, options))
        : first;
    },
    async read(service, path, options = {}) {
      const response = await once(service, path, options);
      return { status: response.status, body: await response.text() };
    },
    unsealJson,
    async unseal(jwe) {
      const { half } = z.object({ half: z.string() }).parse(await unsealJson(jwe));
      return Buffer.from(half, 'base64url');
    },
  };
}
