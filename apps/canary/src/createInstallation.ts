import type { KeyringInstallation } from '@latchkit/keyring';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import { type CanaryState, canaryState } from './CanaryMessages.js';

/** An installation in the memory of this process. */
export interface CanaryInstallation extends KeyringInstallation {
  readonly jwk: P256PublicJwk;
  readonly encJwk: P256PublicJwk;
  readonly signingKey: CryptoKey;
  state(): CanaryState;
  keepRefresh(refresh: string): void;
}

/** Makes the keys of a new installation. */
export async function newState(): Promise<CanaryState> {
  const [signing, sealing] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true }),
  ]);
  return canaryState.parse({
    signing: await exportJWK(signing.privateKey),
    sealing: await exportJWK(sealing.privateKey),
  });
}

/** Opens an installation with what it kept. */
export async function createInstallation(kept: CanaryState): Promise<CanaryInstallation> {
  let state = kept;
  const jwk = publicPart(kept.signing);
  const keyOf = async (key: CanaryState['signing'], algorithm: string): Promise<CryptoKey> => {
    const made = await importJWK(key, algorithm);
    if (made instanceof Uint8Array) throw new Error('The key is not asymmetric');
    return made;
  };
  return {
    jwk,
    encJwk: publicPart(kept.sealing),
    jkt: await calculateJwkThumbprint(jwk),
    signingKey: await keyOf(kept.signing, 'ES256'),
    sealingKey: await keyOf(kept.sealing, 'ECDH-ES'),
    state: () => state,
    keepRefresh(refresh) {
      state = { ...state, refresh };
    },
    hasDeviceShare: async () => state.deviceShare !== undefined,
    async readDeviceShare({ walletId, epoch }) {
      const { deviceShare } = state;
      if (deviceShare?.walletId !== walletId || deviceShare.epoch !== epoch) return undefined;
      return { ...deviceShare, share: Uint8Array.from(Buffer.from(deviceShare.share, 'base64url')) };
    },
    async keepDeviceShare({ share, ...deviceShare }) {
      const text = Buffer.from(share).toString('base64url');
      state = { ...state, deviceShare: { ...deviceShare, share: text } };
    },
  };
}

function publicPart({ kty, crv, x, y }: CanaryState['signing']): P256PublicJwk {
  return p256PublicJwk.parse({ kty, crv, x, y });
}
