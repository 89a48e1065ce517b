import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from 'latchkit/protocol';

/** An authenticator in software with one passkey: ES256, user verification, and the extension `prf`. */
export interface SoftPasskey {
  readonly id: string;
  /** The credential of its creation, without attestation (WebAuthn, 8.7). */
  create(challenge: string): PasskeyRegistration;
  use(challenge: string, changes?: { readonly origin?: string; readonly flags?: number }): PasskeyAssertion;
  /** Output of the extension `prf`. */
  prf(salt: string): Buffer;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

export function softPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = randomBytes(32);
  const id = randomBytes(16);
  const { hostname } = new URL(origin);
  const authData = (flags: number, more = Buffer.alloc(0)) =>
    Buffer.concat([sha256(hostname), Buffer.from([flags]), Buffer.alloc(4), more]);
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const credential = {
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  return {
    id: text(id),
    prf: salt => createHmac('sha256', secret).update(salt).digest(),
    create(challenge) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const point = [x, y].map(one => Buffer.from(one, 'base64url'));
      // COSE_Key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        point[0] ?? Buffer.alloc(32),
        Buffer.from('225820', 'hex'),
        point[1] ?? Buffer.alloc(32),
      ]);
      const data = authData(
        USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      );
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const client = clientData('webauthn.create', challenge, origin);
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      };
    },
    use(challenge, { origin: from = origin, flags = USER_PRESENT | USER_VERIFIED } = {}) {
      const client = clientData('webauthn.get', challenge, from);
      const data = authData(flags);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      };
    },
  };
}
