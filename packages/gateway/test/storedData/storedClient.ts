import { createKeyring, type DeviceShare, digestOf } from '@latchkit/keyring';
import { importJWK, type JWK } from 'jose';
import { releaseDeviceShareCall } from 'latchkit/protocol';
import * as z from 'zod';
import type { RunningServer } from '../../src/server/startServer.js';
import {
  type WalletInstallation,
  type WalletServers,
  walletInstallation,
} from '../wallet/walletInstallation.js';

const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** What a set of stored data says of its client: `make.mjs` writes it. */
export const storedClient = z.object({
  commit: z.string(),
  madeAt: z.coerce.date(),
  page: z.object({ project: z.string(), origin: z.string() }),
  gatewayUrl: z.string(),
  frameUrl: z.string(),
  vaultUrl: z.string(),
  email: z.string(),
  addresses: z.object({ evm: z.string(), owner: z.string(), solana: z.string() }),
  keys: z.object({ signing: privateJwk, sealing: privateJwk }),
  deviceShare: z.object({
    walletId: z.string(),
    epoch: z.number(),
    share: z.string(),
    sealedSeed: z.string(),
  }),
  session: z.object({ access: z.string(), refresh: z.string() }),
  signIn: z.object({ accountAddress: z.string(), token: z.string(), refreshToken: z.string() }),
  payment: z
    .object({
      id: z.string(),
      recipient: z.string(),
      asset: z.string(),
      amount: z.string(),
      reference: z.string(),
    })
    .optional(),
});

export type StoredClient = z.infer<typeof storedClient>;

/** The browser that made the data, at servers that run elsewhere than at the public addresses. */
export interface ReturningBrowser extends WalletInstallation {
  /** Opens the wallet with the share of this browser and that of the wallet service, and signs a message (EIP-191). */
  signMessage(access: string, message: string): Promise<`0x${string}`>;
}

export async function returningBrowser(
  client: StoredClient,
  running: RunningServer,
): Promise<ReturningBrowser> {
  const keys = await keysOf(client);
  const installation = await walletInstallation(serversOf(client, running), client.page, keys);
  return {
    ...installation,
    async signMessage(access, message) {
      const { origin } = client.page;
      const deviceShare: DeviceShare = {
        ...client.deviceShare,
        share: Uint8Array.from(Buffer.from(client.deviceShare.share, 'base64url')),
      };
      const keyring = createKeyring({
        installation: {
          jkt: installation.jkt,
          sealingKey: await keyOf(client.keys.sealing, 'ECDH-ES'),
          hasDeviceShare: async () => true,
          readDeviceShare: async ({ walletId, epoch }) =>
            walletId === deviceShare.walletId && epoch === deviceShare.epoch ? deviceShare : undefined,
          keepDeviceShare: async () => {},
        },
        origin,
      });
      const { status, json } = await installation.call('frame', releaseDeviceShareCall.path, {
        body: {},
        access,
      });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
      await keyring.unlock(releaseDeviceShareCall.response.parse(json));
      const request = {
        id: crypto.randomUUID(),
        kind: 'message' as const,
        chainId: 'eip155:1',
        account: client.addresses.evm,
        payload: `0x${Buffer.from(message).toString('hex')}`,
      };
      const now = Date.now();
      const signature = await keyring.sign(request, {
        id: request.id,
        digest: await digestOf(request),
        origin,
        surface: 'frame' as const,
        armedAt: now,
        decidedAt: now,
      });
      return `0x${signature.slice(2)}`;
    },
  };
}

/** The keys of the browser that made the data. */
export const keysOf = async ({ keys: { signing, sealing } }: Pick<StoredClient, 'keys'>) => ({
  signing: await pairOf(signing, 'ES256'),
  sealing: await pairOf(sealing, 'ECDH-ES'),
});

/** The services at the addresses of the stored data, which run elsewhere. */
export function serversOf(
  { frameUrl, vaultUrl }: Pick<StoredClient, 'frameUrl' | 'vaultUrl'>,
  running: RunningServer,
): WalletServers {
  const places = [
    [frameUrl, running.frameUrl],
    [vaultUrl, running.vaultUrl],
  ] as const;
  return {
    frameUrl,
    vaultUrl,
    fetch: async request => {
      const { url, method, headers } = request;
      const [named = '', at = ''] = places.find(([place]) => url.startsWith(place)) ?? [];
      return fetch(url.replace(named, at), {
        method,
        headers,
        redirect: 'manual',
        ...(request.body === null ? {} : { body: await request.text() }),
      });
    },
  };
}

async function pairOf(jwk: z.infer<typeof privateJwk>, algorithm: string): Promise<CryptoKeyPair> {
  const { d: _, ...open } = jwk;
  return { privateKey: await keyOf(jwk, algorithm), publicKey: await keyOf(open, algorithm) };
}

async function keyOf(jwk: JWK, algorithm: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm, { extractable: true });
  if (key instanceof Uint8Array) throw new Error('The key is not asymmetric');
  return key;
}
