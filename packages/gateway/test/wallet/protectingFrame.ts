import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import {
  addPasskeyCall,
  askPasskeyCall,
  askRecoveryPasskeyCall,
  commitRecoveryCall,
  confirmRecoveryCall,
  enrolInstallationCall,
  preparePasskeyCall,
  putProtectionCall,
  type RecoveryMode,
  readServiceKeysCall,
  releaseDeviceShareCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  signProtectionReceiptCall,
  storeRecoveryShareCall,
  type WalletAccount,
} from 'latchkit/protocol';
import * as z from 'zod';
import { type SoftPasskey, softPasskey } from './softPasskey.js';
import { openSeed, sealTo, xor } from './testWallet.js';
import type { SignedIn, WalletFrame } from './walletFrame.js';

/** A factor of a wallet with the key that it gives. */
export interface TestFactor {
  readonly id: string;
  readonly key: Uint8Array;
}

/** A passkey that is registered for a wallet. */
export interface RegisteredPasskey extends TestFactor {
  readonly passkey: SoftPasskey;
}

/** The portal in a browser that can open the wallet: what its pages and its keyring do to protect it. */
export interface ProtectingFrame {
  /** A receipt for the vault, with the fresh code that the action needs. */
  receipt(action: 'read' | 'protection' | 'rekey' | 'move' | 'waive'): Promise<string>;
  /** Registers a new passkey. */
  addPasskey(receipt: string): Promise<RegisteredPasskey>;
  /** Uses a passkey in the portal. */
  usePasskey(receipt: string, passkey: SoftPasskey): Promise<ReturnType<SoftPasskey['use']>>;
  /** Switches the mode; calls `step` before each call, which may throw. */
  protect(
    receipt: string,
    mode: RecoveryMode,
    factors: readonly TestFactor[],
    options?: { readonly by?: SoftPasskey; readonly step?: (name: string) => void | Promise<void> },
  ): Promise<WalletAccount>;
}

/**
 * @param portal - The portal in this browser, which holds a share set.
 * @param access - Its session.
 * @param key - The wallet key.
 */
export function protectingFrame(
  portal: WalletFrame,
  { session: { access }, user }: SignedIn,
  key: Uint8Array,
): ProtectingFrame {
  const email = user.email ?? '';
  const frameUrl = portal.page.origin;
  return {
    async receipt(action) {
      const code = action === 'read' ? undefined : await portal.freshCode(access, action, email);
      return (await portal.ask('frame', signProtectionReceiptCall, { body: { action, code }, access }))
        .receipt;
    },
    async addPasskey(receipt) {
      const { challenge, salt } = await portal.ask('vault', preparePasskeyCall, { body: { receipt } });
      const passkey = softPasskey(frameUrl);
      const body = { receipt, name: 'Test key', credential: passkey.create(challenge) };
      const { id } = await portal.ask('vault', addPasskeyCall, { body });
      return { id, passkey, key: passkey.prf(salt) };
    },
    async usePasskey(receipt, passkey) {
      const { challenge } = await portal.ask('vault', askPasskeyCall, { body: { receipt } });
      return passkey.use(challenge);
    },
    async protect(receipt, mode, factors, { by, step = () => {} } = {}) {
      const { wallet, sealedSeed } = await portal.ask('frame', releaseDeviceShareCall, { body: {}, access });
      const { walletId, epoch } = wallet;
      const ours = randomBytes(32);
      const assertion = by && (await this.usePasskey(receipt, by));
      await step('put');
      const put = await portal.ask('vault', putProtectionCall, {
        params: { walletId },
        body: {
          ...{ receipt, epoch, mode, assertion },
          ...(mode === 'automatic'
            ? { share: await sealTo(await keyOf(portal, 'vault'), { half: ours }) }
            : { wraps: factors.map(factor => ({ id: factor.id, wrapped: wrap(ours, factor.key) })) }),
        },
      });
      await step('store');
      const half = await sealTo(await keyOf(portal, 'frame'), { half: xor(key, ours) });
      const { recoveryReceipt, version } = put;
      const back = await portal.ask('frame', storeRecoveryShareCall, {
        body: { half, recoveryReceipt, receipt },
        access,
      });
      await step('try');
      const stored = await portal.unsealJson(put.stored[0] ?? '');
      const share = shareIn(stored, factors[0]?.key);
      openSeed(xor(await portal.unseal(back.jwe), share), sealedSeed, walletId, epoch);
      await step('commit');
      const committed = await portal.ask('frame', commitRecoveryCall, {
        body: { version, receipt },
        access,
      });
      await step('confirm');
      const { commitReceipt } = committed;
      await portal.ask('vault', confirmRecoveryCall, { params: { walletId }, body: { commitReceipt } });
      return committed.wallet;
    },
  };
}

/** What a new installation has to open a protected wallet. */
export interface RecoveryProof {
  readonly approvalGrant: string | undefined;
  readonly authReceipt: string;
  readonly walletId: string;
  readonly epoch: number;
  readonly version: number | null;
}

/**
 * Opens a wallet in passkey mode on a new installation, and enrols it.
 *
 * @param opened - What the wallet service released, which it does once.
 */
export async function recoverWithPasskey(
  frame: WalletFrame,
  signedIn: SignedIn,
  { passkey, key }: Pick<RegisteredPasskey, 'passkey' | 'key'>,
  opened?: Awaited<ReturnType<typeof recoveryOf>>,
): Promise<Buffer> {
  const { recovery, proof } = opened ?? (await recoveryOf(frame, signedIn));
  const { challenge } = await frame.ask('vault', askRecoveryPasskeyCall, { body: proof });
  const { jwe, passkeyGrant } = await frame.ask('vault', releaseRecoveryCall, {
    body: { ...proof, assertion: passkey.use(challenge) },
  });
  const walletKey = xor(recovery.half, shareIn(await frame.unsealJson(jwe), key));
  const seed = openSeed(walletKey, recovery.sealedSeed, proof.walletId, proof.epoch);
  const { keys } = await frame.ask('frame', readServiceKeysCall);
  const half = await sealTo(
    { ...keys.find(({ use }) => use === 'enc') },
    { half: xor(walletKey, randomBytes(32)) },
  );
  const { access } = signedIn.session;
  await frame.ask('frame', enrolInstallationCall, {
    body: { epoch: proof.epoch, half, passkeyGrant },
    access,
  });
  return seed;
}

/** The wallet service's part of a recovery. */
export async function recoveryOf(frame: WalletFrame, signedIn: SignedIn) {
  const { approvalGrant, authReceipt, session } = signedIn;
  const released = await frame.ask('frame', releaseRecoveryShareCall, {
    body: { approvalGrant },
    access: session.access,
  });
  const { walletId, epoch, recoveryVersion: version } = released.wallet;
  const proof: RecoveryProof = { approvalGrant, authReceipt, walletId, epoch, version };
  return { recovery: { ...released, half: await frame.unseal(released.jwe) }, proof };
}

const content = z.union([z.object({ half: z.string() }), z.object({ wrapped: z.string() })]);

/** The vault's share, in what it released. @throws if the factor is another one. */
export function shareIn(released: unknown, key: Uint8Array | undefined): Buffer {
  const parsed = content.parse(released);
  if ('half' in parsed) return Buffer.from(parsed.half, 'base64url');
  const bytes = Buffer.from(parsed.wrapped, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key ?? Buffer.alloc(32), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

function wrap(share: Uint8Array, key: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(share), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

async function keyOf(frame: WalletFrame, service: 'frame' | 'vault'): Promise<JWK> {
  const { keys } = await frame.ask(service, readServiceKeysCall);
  return { ...keys.find(({ use }) => use === 'enc') };
}
