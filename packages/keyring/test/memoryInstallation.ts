import { calculateJwkThumbprint } from 'jose';
import type { P256PublicJwk } from 'latchkit/protocol';
import type { Door, KeyringInstallation } from '../src/KeyringInstallation.js';
import { isSameSeed } from '../src/sealSeed.js';

/** An installation with the public and private keys of the page. Tests may change its share sets. */
export interface MemoryInstallation extends KeyringInstallation {
  readonly signingKey: CryptoKey;
  readonly signingJwk: P256PublicJwk;
  readonly encJwk: P256PublicJwk;
  readonly ephemeral: boolean;
  doors: Door[];
}

/** An installation with real keys and share sets in memory. */
export async function memoryInstallation(): Promise<MemoryInstallation> {
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const sealing = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ]);
  const signingJwk = await publicJwk(signing.publicKey);
  const installation: MemoryInstallation = {
    signingKey: signing.privateKey,
    sealingKey: sealing.privateKey,
    signingJwk,
    encJwk: await publicJwk(sealing.publicKey),
    jkt: await calculateJwkThumbprint(signingJwk),
    ephemeral: false,
    doors: [],
    hasDoor: async () => installation.doors.length > 0,
    readDoor: async name => {
      const found = installation.doors.find(door => isSameSeed(door, name));
      return found && copyOf(found);
    },
    keepDoor: async door => {
      installation.doors = [copyOf(door), ...installation.doors.filter(one => !isSameSeed(one, door))].slice(
        0,
        2,
      );
    },
  };
  return installation;
}

/** Copies the array, since stored data must not share it. */
const copyOf = (door: Door): Door => ({ ...door, half: Uint8Array.from(door.half) });

async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
