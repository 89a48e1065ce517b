import { calculateJwkThumbprint } from 'jose';
import type { P256PublicJwk } from 'latchkit/protocol';
import type { DeviceShare, KeyringInstallation } from '../src/KeyringInstallation.js';
import { isSameSeed } from '../src/sealSeed.js';

/** An installation with the public and private keys of the page. Tests may change its share sets. */
export interface MemoryInstallation extends KeyringInstallation {
  readonly signingKey: CryptoKey;
  readonly signingJwk: P256PublicJwk;
  readonly encJwk: P256PublicJwk;
  readonly ephemeral: boolean;
  deviceShares: DeviceShare[];
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
    deviceShares: [],
    hasDeviceShare: async () => installation.deviceShares.length > 0,
    readDeviceShare: async name => {
      const found = installation.deviceShares.find(deviceShare => isSameSeed(deviceShare, name));
      return found && copyOf(found);
    },
    keepDeviceShare: async deviceShare => {
      installation.deviceShares = [
        copyOf(deviceShare),
        ...installation.deviceShares.filter(one => !isSameSeed(one, deviceShare)),
      ].slice(0, 2);
    },
  };
  return installation;
}

/** Copies the array, since stored data must not share it. */
const copyOf = (deviceShare: DeviceShare): DeviceShare => ({
  ...deviceShare,
  share: Uint8Array.from(deviceShare.share),
});

async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
