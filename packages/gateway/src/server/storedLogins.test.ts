import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, walletKeys } from '@latchkit/keyring';
import { loginProvider, releaseRecoveryCall, releaseRecoveryShareCall } from 'latchkit/protocol';
import { recoverMessageAddress } from 'viem';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { addSocialLogin } from '../../test/storedData/addOwnBot.js';
import { keysOf, returningBrowser, serversOf } from '../../test/storedData/storedClient.js';
import { unpackStoredData } from '../../test/storedData/unpackStoredData.js';
import { startProviders } from '../../test/wallet/socialProviders.js';
import { socialVisitor } from '../../test/wallet/socialVisitor.js';
import { startFarcaster } from '../../test/wallet/startFarcaster.js';
import { openSeed, xor } from '../../test/wallet/testWallet.js';
import { walletFrame } from '../../test/wallet/walletFrame.js';
import { withFarcaster } from '../../test/wallet/withFarcaster.js';
import { readSettings } from './readSettings.js';
import { startServer } from './startServer.js';

const ADA = { person: 'ada', subject: '10000001' };

afterAll(() => void vi.useRealTimers());

/** In `npm test` one of them. */
const PROVIDERS = loginProvider.options.filter(
  provider => process.env.LATCHKIT_FULL || provider === 'google',
);

describe('a wallet of before the providers were asked as they document it', () => {
  it.each(PROVIDERS)(
    'opens with %s in its browser and in a new one, with the same addresses',
    async provider => {
      const { folder, client } = unpackStoredData('ff850231.pglite');
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      vi.useFakeTimers({ toFake: ['Date'], now: client.madeAt.getTime() + 120_000 });
      const farcaster = provider === 'farcaster' ? await startFarcaster() : undefined;
      onTestFinished(() => farcaster?.close());
      const providers = await startProviders(`${client.frameUrl}/v1/auth/social/callback`);
      onTestFinished(() => providers.close());
      const settings = readSettings({
        LATCHKIT_GATEWAY_PORT: '0',
        LATCHKIT_LOG: 'off',
        LATCHKIT_INDEX: 'off',
        LATCHKIT_DATA_DIR: join(folder, 'gateway'),
        LATCHKIT_PUBLIC_URL: client.gatewayUrl,
        LATCHKIT_FRAME_URL: client.frameUrl,
        LATCHKIT_VAULT_URL: client.vaultUrl,
        LATCHKIT_CHAIN_A_PORT: String(await freePort()),
        LATCHKIT_IDP_PORT: new URL(providers.url).port,
        ...(farcaster && {
          LATCHKIT_FARCASTER_RELAY: farcaster.relayUrl,
          LATCHKIT_RPC_10: farcaster.chainUrl,
        }),
      });
      await addSocialLogin(settings, { provider, subject: ADA.subject });
      const gateway = await startServer(settings);
      onTestFinished(() => gateway.stop());
      const servers = serversOf(client, gateway);
      const newFrame = async (keys?: Awaited<ReturnType<typeof keysOf>>) =>
        walletFrame(servers, client.page, () => [], keys);
      const suite = {
        servers,
        async frame() {
          const made = await newFrame();
          await made.register();
          return made;
        },
      };
      const plain = socialVisitor(suite, providers);
      const visitor = farcaster ? withFarcaster(suite, plain, farcaster) : plain;

      const before = await visitor.signIn(provider, ADA, await newFrame(await keysOf(client)));
      const browser = await returningBrowser(client, gateway);
      const signature = await browser.signMessage(before.session.access, 'After the upgrade');
      expect(await recoverMessageAddress({ message: 'After the upgrade', signature })).toBe(
        client.addresses.evm,
      );

      // Two equal results of Telegram would be one.
      vi.setSystemTime(Date.now() + 2_000);
      const redeemed = await visitor.signIn(provider, ADA);
      expect(redeemed.user.id).toBe(before.user.id);
      const { frame } = redeemed;
      const { session, approvalGrant, authReceipt } = await visitor.giveEvidence(redeemed);
      const share = await frame.ask('frame', releaseRecoveryShareCall, {
        body: { approvalGrant },
        access: session.access,
      });
      const { walletId, epoch, recoveryVersion: version, addresses } = share.wallet;
      const released = await frame.ask('vault', releaseRecoveryCall, {
        body: { approvalGrant, authReceipt, walletId, epoch, version },
      });
      const key = xor(await frame.unseal(share.jwe), await frame.unseal(released.jwe));
      const seed = openSeed(key, share.sealedSeed, walletId, epoch);
      expect(addressesOf(await walletKeys(seed, secret => secret))).toEqual(client.addresses);
      expect(addresses).toEqual(client.addresses);
    },
  );
});
