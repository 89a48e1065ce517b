import { randomBytes } from 'node:crypto';
import {
  exportWalletCall,
  freezeOwnWalletCall,
  pauseFreezeCall,
  putProtectionCall,
  readHomeCall,
  readServiceKeysCall,
  releaseDeviceShareCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  releaseWithPasswordCall,
  storeEpochCall,
  storeMoveCall,
  storeRecoveryShareCall,
  unfreezeOwnWalletCall,
  useFreezeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { everyRequest } from '../../../../test/wallet/everyRequest.js';
import { atPortal, portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { protectingFrame } from '../../../../test/wallet/protectingFrame.js';
import { sealTo, testKeys } from '../../../../test/wallet/testWallet.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

const HOUR = 3_600_000;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const frozenUntil = async (table: string, id: string) => {
  const [row] = await suite.database.query(
    `select frozen_until as until, freeze_paused_until > $2 as "isPaused" from ${table} where id = $1`,
    [id, new Date()],
  );
  return row?.isPaused ? 'paused' : row?.until;
};

/** When both stores say that the wallet's freeze ends, or that it is paused. */
async function freezesOf(walletId: string) {
  const [wallet] = await suite.database.query(
    'select user_id as id from latchkit_wallet.wallets where id = $1',
    [walletId],
  );
  const [share] = await suite.database.query(
    'select subject_id as id from latchkit_vault.recovery where wallet_id = $1 limit 1',
    [walletId],
  );
  return [
    await frozenUntil('latchkit_wallet.users', String(wallet?.id)),
    await frozenUntil('latchkit_vault.subjects', String(share?.id)),
  ];
}

/** The calls whose response has a share of a wallet, by the schemas of all records: these are the names of such fields. */
const releases = everyRequest
  .filter(({ call: { response } }) => {
    if (response === undefined || typeof response === 'string') return false;
    return /"(jwe|half|halves|share|stored|wrapped\w*)":/.test(
      JSON.stringify(z.toJSONSchema(response as z.ZodType, { unrepresentable: 'any' })),
    );
  })
  .map(({ call: { method, path } }) => `${method} ${path}`);

describe('freezeOwnWallet', () => {
  it('keeps every share of both services back, on every route that releases one [SEC-76]', async () => {
    const owner = await portalOwner(suite);
    const { email, host, frame, account } = owner;
    const signedIn = await host.signIn(email, { purpose: 'recover' });
    const { access } = signedIn.session;
    const { approvalGrant, authReceipt } = signedIn;
    const { walletId, epoch } = account;
    passTime(31_000);
    const receipt = await protectingFrame(frame, owner.signedIn, randomBytes(32)).receipt('protection');
    passTime(31_000);
    const code = await owner.code('export');
    const evidence = { approvalGrant, authReceipt, walletId, epoch, version: null };
    const keyOf = async (service: 'frame' | 'vault') => {
      const { keys } = await frame.ask(service, readServiceKeysCall);
      return { ...keys.find(({ use }) => use === 'enc') };
    };
    const half = randomBytes(32);
    const share = await sealTo(await keyOf('vault'), { half });
    const halfOfA = await sealTo(await keyOf('frame'), { half });
    const halves = await sealTo(await keyOf('frame'), { device: half, recovery: half });
    const routes: Readonly<Record<string, () => Promise<unknown>>> = {
      'POST /v1/shares/device': () => host.ask('frame', releaseDeviceShareCall, { body: {}, access }),
      'POST /v1/wallets/me/recovery-half': () =>
        host.ask('frame', releaseRecoveryShareCall, { body: { approvalGrant }, access }),
      'POST /v1/wallets/me/export': () => owner.ask(exportWalletCall, { body: { code } }),
      'POST /v1/recovery/release': () => host.ask('vault', releaseRecoveryCall, { body: evidence }),
      'POST /v1/recovery/password': () =>
        host.ask('vault', releaseWithPasswordCall, { body: { ...evidence, blinded: 'A'.repeat(43) } }),
      'PUT /v1/protection/recovery/{walletId}': () =>
        frame.ask('vault', putProtectionCall, {
          ...{ params: { walletId }, body: { receipt, epoch, mode: 'automatic', share } },
        }),
      'PUT /v1/wallets/me/rekey': () =>
        owner.ask(storeEpochCall, {
          body: { receipt, epoch: 2, sealedSeed: 'A', halves, recoveryReceipt: 'a.b.c' },
        }),
      'PUT /v1/wallets/me/move': async () => {
        const { addresses, prove } = testKeys(half);
        const draft = { walletId: crypto.randomUUID(), addresses, sealedSeed: 'A', halves };
        const proofs = await prove(draft.walletId, frame.jkt);
        return owner.ask(storeMoveCall, { body: { ...draft, proofs, receipt, recoveryReceipt: 'a.b.c' } });
      },
      'PUT /v1/wallets/me/recovery': () =>
        owner.ask(storeRecoveryShareCall, { body: { half: halfOfA, recoveryReceipt: 'a.b.c' } }),
    };
    // A new route that releases a share has to be added here.
    expect(releases.toSorted()).toEqual(Object.keys(routes).toSorted());
    const { until } = await owner.ask(freezeOwnWalletCall);
    expect(Date.parse(until) - Date.now()).toBe(72 * HOUR);
    for (const [name, call] of Object.entries(routes)) expect(await refused(call()), name).toBe('403 FROZEN');
    // Also in another session of the installation.
    expect(await refused(frame.open(owner.access))).toBe('403 FROZEN');
    expect(suite.inbox.mails(email).at(-1)?.subject).toBe('Your wallet is frozen');
    passTime(72 * HOUR);
    const later = await atPortal(suite, host, email);
    const exported = await later.ask(exportWalletCall, { body: { code: await later.code('export') } });
    expect(exported.wallet).toEqual(account);
  });

  it('freezes the wallet service although the vault is down, and both with the next press', async () => {
    const owner = await portalOwner(suite);
    const { walletId } = owner.account;
    await suite.database.query('alter table latchkit_vault.used_grants rename to used_grants_away');
    expect(await refused(owner.ask(freezeOwnWalletCall))).toBe('503 PEER_UNAVAILABLE');
    await suite.database.query('alter table latchkit_vault.used_grants_away rename to used_grants');
    expect(await freezesOf(walletId)).toEqual([expect.any(Date), null]);
    await owner.ask(freezeOwnWalletCall);
    const [own, vaults] = await freezesOf(walletId);
    // The vault gets whole seconds.
    expect(Math.abs(Number(own) - Number(vaults))).toBeLessThan(1_000);
  });
});

describe('unfreezeOwnWallet', () => {
  it('opens both stores at once for an installation with a share set and a fresh code', async () => {
    const owner = await portalOwner(suite);
    await owner.ask(freezeOwnWalletCall);
    expect((await owner.ask(readHomeCall)).frozenUntil).not.toBeNull();
    const wrong = owner.ask(unfreezeOwnWalletCall, { body: { code: '000000' } });
    expect(await refused(wrong)).toBe('403 OTP_INVALID');
    // A browser that only knows the inbox waits for the end of the freeze.
    const newcomer = await atPortal(suite, await suite.frame(suite.portalPage), owner.email);
    const asked = newcomer.ask(unfreezeOwnWalletCall, { body: { code: await newcomer.code('unfreeze') } });
    expect(await refused(asked)).toBe('404 SHARE_NOT_FOUND');
    expect(await freezesOf(owner.account.walletId)).toEqual([expect.any(Date), expect.any(Date)]);
    await owner.ask(unfreezeOwnWalletCall, { body: { code: await owner.code('unfreeze') } });
    expect(await freezesOf(owner.account.walletId)).toEqual([null, null]);
    expect((await owner.frame.open(owner.access)).account).toEqual(owner.account);
  });
});

describe('a used link that freezes', () => {
  it('does nothing more once both services have done it, whatever the owner did since', async () => {
    const owner = await portalOwner(suite);
    passTime(31_000);
    const stranger = await suite.frame();
    await stranger.recover(await stranger.signIn(owner.email));
    const mail = suite.inbox.mails(owner.email).findLast(({ text }) => /\/freeze\?/.test(text));
    const token = /#t=([\w-]+)/.exec(/\/freeze\?\S+/.exec(mail?.text ?? '')?.[0] ?? '')?.[1];
    const use = () => owner.frame.call('vault', useFreezeCall.path, { body: { token } });
    const { walletId } = owner.account;
    expect((await use()).json).toMatchObject({ state: 'frozen' });
    expect(await freezesOf(walletId)).toEqual([expect.any(Date), expect.any(Date)]);
    await suite.database.query('update latchkit_wallet.users set frozen_until = null');
    await suite.database.query('update latchkit_vault.subjects set frozen_until = null');
    expect((await use()).status).toBe(200);
    expect(await freezesOf(walletId)).toEqual([null, null]);
  });
});

describe('unfreezeOwnWallet and pauseFreeze', () => {
  it.for([
    ['ends', unfreezeOwnWalletCall],
    ['pauses', pauseFreezeCall],
  ] as const)('leave a freeze by link alone that begins while a thief %s another one', async ([, call]) => {
    const owner = await portalOwner(suite);
    await owner.ask(freezeOwnWalletCall);
    passTime(60_000);
    const code = await owner.code('unfreeze');
    const [, token = ''] =
      /\/freeze\?\S*#t=([\w-]+)/.exec(suite.inbox.mails(owner.email).at(-1)?.text ?? '') ?? [];
    // The link is used after the vault followed the order, and before the wallet service hears of that.
    const { vault } = suite.services;
    if (vault === undefined) throw new Error('There is no vault');
    const fetch = vault.fetch.bind(vault);
    const asked = vi.spyOn(vault, 'fetch').mockImplementation(async (request, ...more) => {
      const response = await fetch(request, ...more);
      if (/\/(?:un|pause-)?freeze/.test(new URL(request.url).pathname)) {
        asked.mockRestore();
        await owner.frame.ask('vault', useFreezeCall, { body: { token } });
      }
      return response;
    });
    expect(await refused(owner.ask(call, { body: { code } }))).toBe('403 FROZEN');
    asked.mockRestore();
    expect(await refused(owner.frame.open(owner.access))).toBe('403 FROZEN');
  });
});

describe('pauseFreeze', () => {
  it('opens both stores for two minutes, and not for an installation without a share set or a fresh code', async () => {
    const owner = await portalOwner(suite);
    await owner.ask(freezeOwnWalletCall);
    const frozen = await freezesOf(owner.account.walletId);
    const wrong = owner.ask(pauseFreezeCall, { body: { code: '000000' } });
    expect(await refused(wrong)).toBe('403 OTP_INVALID');
    const newcomer = await atPortal(suite, await suite.frame(suite.portalPage), owner.email);
    const asked = newcomer.ask(pauseFreezeCall, { body: { code: await newcomer.code('unfreeze') } });
    expect(await refused(asked)).toBe('404 SHARE_NOT_FOUND');
    expect(await refused(owner.frame.open(owner.access))).toBe('403 FROZEN');

    const code = await owner.code('unfreeze');
    const { until } = await owner.ask(pauseFreezeCall, { body: { code } });
    expect(Date.parse(until) - Date.now()).toBe(120_000);
    expect((await owner.frame.open(owner.access)).account).toEqual(owner.account);
    expect(suite.inbox.mails(owner.email).at(-1)?.subject).toBe('The freeze of your wallet is paused');
    expect(await freezesOf(owner.account.walletId)).toEqual(['paused', 'paused']);
    passTime(121_000);
    // The freeze is as long as before.
    expect(await freezesOf(owner.account.walletId)).toEqual(frozen);
    expect(await refused(owner.frame.open(owner.access))).toBe('403 FROZEN');
  });

  it.for(['the user', 'a freeze link'])('ends early when %s freezes the wallet again', async who => {
    const owner = await portalOwner(suite);
    await owner.ask(freezeOwnWalletCall);
    await owner.ask(pauseFreezeCall, { body: { code: await owner.code('unfreeze') } });
    if (who === 'the user') await owner.ask(freezeOwnWalletCall);
    else {
      const [, token = ''] =
        /\/freeze\?\S*#t=([\w-]+)/.exec(suite.inbox.mails(owner.email).at(-1)?.text ?? '') ?? [];
      await owner.frame.ask('vault', useFreezeCall, { body: { token } });
    }
    expect(await refused(owner.frame.open(owner.access))).toBe('403 FROZEN');
    expect(await freezesOf(owner.account.walletId)).toEqual([expect.any(Date), expect.any(Date)]);
  });
});
