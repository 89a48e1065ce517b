import { calculateJwkThumbprint } from 'jose';
import type { P256PublicJwk } from 'latchkit/protocol';
import type { Door, Installation } from './Installation.js';

/** An installation with real keys whose door is in this memory. */
export async function memoryInstallation(): Promise<Installation & { door: Door | undefined }> {
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const sealing = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ]);
  const signingJwk = await publicJwk(signing.publicKey);
  const installation: Installation & { door: Door | undefined } = {
    signingKey: signing.privateKey,
    sealingKey: sealing.privateKey,
    signingJwk,
    encJwk: await publicJwk(sealing.publicKey),
    jkt: await calculateJwkThumbprint(signingJwk),
    ephemeral: false,
    door: undefined,
    readDoor: async () => installation.door && copyOf(installation.door),
    keepDoor: async door => {
      installation.door = copyOf(door);
    },
    forget: async () => {
      installation.door = undefined;
    },
  };
  return installation;
}

/** What is stored is another array than what is in use. */
const copyOf = (door: Door): Door => ({ ...door, half: Uint8Array.from(door.half) });

async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
