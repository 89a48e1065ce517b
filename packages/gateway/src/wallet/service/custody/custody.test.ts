import { randomBytes } from 'node:crypto';
import {
  commitWalletCall,
  draftWalletCall,
  enrolInstallationCall,
  listInstallationsCall,
  putRecoveryCall,
  readServiceKeysCall,
  rekeyWalletCall,
  releaseDeviceShareCall,
  releaseRecoveryShareCall,
  revokeInstallationCall,
  sendSignInCodeCall,
  signProtectionReceiptCall,
  storeEpochCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { atPortal } from '../../../../test/wallet/portalVisitor.js';
import { storedHalves } from '../../../../test/wallet/storedHalves.js';
import { openSeed, sealSeed, sealTo, testKeys, xor } from '../../../../test/wallet/testWallet.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

const USERS = process.env.LATCHKIT_FULL ? 200 : 4;
const LOGINS = process.env.LATCHKIT_FULL ? 1_000 : 12;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A user with a wallet on one installation. */
async function owner(email = suite.address()) {
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  const account = await frame.create(signedIn);
  passTime(31_000);
  return { email, frame, signedIn, account, access: signedIn.session.access };
}

/** Another installation of a user, after recovery. */
async function another(email: string) {
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  const recovered = await frame.recover(signedIn);
  passTime(31_000);
  return { frame, signedIn, recovered, access: signedIn.session.access };
}

describe('a wallet', () => {
  it('is the same on every installation, and its user is notified of each new one [SEC-53]', async () => {
    const one = await owner();
    const { seed } = await one.frame.open(one.access);
    const two = await another(one.email);
    expect(two.recovered).toEqual({ account: one.account, seed });
    expect(await two.frame.open(two.access)).toEqual({ account: one.account, seed });
    expect(suite.inbox.mails(one.email).at(-1)?.subject).toBe('A new browser can open your wallet');
    // Another host in the same browser is another installation.
    const frame = await suite.frame({ project: '0'.repeat(32), origin: 'https://other.example' });
    const there = await frame.recover(await frame.signIn(one.email));
    expect(there).toEqual({ account: one.account, seed });
  });

  it('is created once: a user who loses the race recovers the wallet that won', async () => {
    const email = suite.address();
    const [a, b] = [await suite.frame(), await suite.frame()];
    const first = await a.signIn(email);
    passTime(31_000);
    const second = await b.signIn(email);
    const won = await a.create(first);
    expect(await refused(b.create(second))).toBe('409 WALLET_EXISTS');
    expect((await b.recover(second)).account).toEqual(won);
  });

  it('is created once from two concurrent drafts', async () => {
    const email = suite.address();
    const [a, b] = [await suite.frame(), await suite.frame()];
    const first = await a.signIn(email);
    passTime(31_000);
    const second = await b.signIn(email);
    let other: unknown;
    // The first has stored its draft and read it back when the second creates and commits its own.
    const lost = a.create(first, async step => {
      if (step === 'commit') other = await b.create(second);
    });
    expect(await refused(lost)).toBe('409 WALLET_EXISTS');
    expect((await a.recover(first)).account).toEqual(other);
  });

  it('is no draft to another login of the same user, which can neither read nor commit it', async () => {
    const email = suite.address();
    const [a, b] = [await suite.frame(), await suite.frame()];
    const first = await a.signIn(email);
    passTime(31_000);
    const second = await b.signIn(email);
    const { access } = second.session;
    const { approvalGrant, authReceipt } = second;
    const tried: string[] = [];
    const created = await a.create(first, async step => {
      if (step !== 'commit') return;
      const [draft] = await suite.database.query(
        `select id from latchkit_wallet.wallets where state = 'draft' order by created_at desc limit 1`,
      );
      const walletId = String(draft?.id);
      const body = { approvalGrant, walletId };
      tried.push(await refused(b.ask('frame', releaseRecoveryShareCall, { body, access })));
      const { keys } = await b.ask('vault', readServiceKeysCall);
      const half = await sealTo({ ...keys.find(({ use }) => use === 'enc') }, { half: randomBytes(32) });
      const { recoveryReceipt } = await b.ask('vault', putRecoveryCall, {
        params: { walletId },
        body: { approvalGrant, authReceipt, epoch: 1, half },
      });
      const commit = { params: { id: walletId }, body: { recoveryReceipt }, access };
      tried.push(await refused(b.ask('frame', commitWalletCall, commit)));
    });
    expect(tried).toEqual(['404 WALLET_NOT_FOUND', '404 WALLET_NOT_FOUND']);
    // What the other login stored at the vault is not the share in force.
    passTime(31_000);
    expect((await b.recover(await b.signIn(email))).account).toEqual(created);
  });

  it('is refused without signatures of its keys, or with those of another installation', async () => {
    const frame = await suite.frame();
    const { session } = await frame.signIn(suite.address());
    const { keys } = await frame.ask('frame', readServiceKeysCall);
    const [seed, key] = [randomBytes(32), randomBytes(32)];
    const walletId = '11111111-1111-4111-8111-111111111111';
    const { addresses, prove } = testKeys(seed);
    const halves = await sealTo({ ...keys.find(({ use }) => use === 'enc') }, { device: key, recovery: key });
    const body = { walletId, sealedSeed: sealSeed(key, seed, walletId, 1), halves, addresses };
    const proofs = await prove(walletId, frame.jkt);
    const draft = (more: object) =>
      refused(
        frame.ask('frame', draftWalletCall, {
          body: { ...body, proofs, ...more },
          access: session.access,
        }),
      );
    const foreign = await testKeys(randomBytes(32)).prove(walletId, frame.jkt);
    for (const wrong of [
      await prove(walletId, 'x'.repeat(43)),
      { ...proofs, evm: foreign.evm },
      { ...proofs, owner: foreign.owner },
      { ...proofs, solana: foreign.solana },
    ]) {
      expect(await draft({ proofs: wrong })).toBe('400 PROOF_OF_KEYS_INVALID');
    }
    expect(await draft({ halves: 'a.b.c.d.e' })).toBe('400 HALF_INVALID');
  });
});

describe('a share', () => {
  it('cannot be changed by a bit without the wallet refusing to open [SEC-47]', async () => {
    const one = await owner();
    const share = await one.frame.ask('frame', releaseDeviceShareCall, {
      body: {},
      access: one.access,
    });
    const { seed } = await one.frame.open(one.access);
    const key = randomBytes(32);
    const sealed = Buffer.from(sealSeed(key, seed, share.wallet.walletId, 1), 'base64url');
    for (let bit = 0; bit < 256; bit += 1) {
      const flipped = Buffer.from(key);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openSeed(flipped, sealed.toString('base64url'), share.wallet.walletId, 1)).toThrow();
    }
    // In the database: every encrypted column.
    for (const [table, column] of [
      ['latchkit_wallet.share_sets', 'half_ct'],
      ['latchkit_wallet.wallets', 'seed_ct'],
    ] as const) {
      const where = table.endsWith('wallets') ? 'id' : 'wallet_id';
      const flip = `update ${table} set ${column} = set_byte(${column}, 15, get_byte(${column}, 15) # 1) where ${where} = $1`;
      await suite.database.query(flip, [share.wallet.walletId]);
      const answer = one.frame.call('frame', '/v1/shares/device', { body: {}, access: one.access });
      // Unexpected errors end here: the suite throws them, a service would respond with 500.
      await expect(answer).rejects.toMatchObject({ code: 'KEY_REFUSED' });
      await suite.database.query(flip, [share.wallet.walletId]);
    }
    expect((await one.frame.open(one.access)).seed).toEqual(seed);
  });

  it('is kept from an installation that was revoked; others go on [SEC-51]', async () => {
    const one = await owner();
    const two = await another(one.email);
    const portal = await atPortal(suite, two.frame, one.email);
    const { installations } = await portal.ask(listInstallationsCall);
    expect(installations).toMatchObject([
      { isCurrent: true, isNew: false, origin: 'recovered', hostOrigin: PAGE.origin },
      { isCurrent: false, isNew: false, origin: 'created', browser: 'Firefox, Linux' },
    ]);
    const id = installations[1]?.id ?? '';
    const revoke = (body: object) => portal.ask(revokeInstallationCall, { params: { id }, body });
    expect(await refused(revoke({}))).toBe('403 SETTLED_DEVICE_REQUIRED');
    await suite.database.query(
      "update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '24 hours'",
    );
    expect(await refused(revoke({}))).toBe('403 OTP_INVALID');
    await one.frame.open(one.access);
    await revoke({ code: await portal.code('revoke') });
    expect(await refused(one.frame.open(one.access))).toBe('401 INVALID_SESSION');
    await two.frame.open(two.access);
    // Signing in again requires the link again.
    passTime(31_000);
    expect((await one.frame.start(one.email)).action).toBe('VERIFY_DEVICE');
  });

  it('is not released to a session without a share set', async () => {
    const one = await owner();
    const frame = await suite.frame();
    const { session } = await frame.signIn(one.email);
    const { access } = session;
    const share = frame.ask('frame', releaseDeviceShareCall, {
      body: {},
      access,
    });
    expect(await refused(share)).toBe('404 SHARE_NOT_FOUND');
    // It cannot enrol either before it has opened the recovery set.
    const { keys } = await frame.ask('frame', readServiceKeysCall);
    const half = await sealTo({ ...keys.find(({ use }) => use === 'enc') }, { half: randomBytes(32) });
    const enrol = frame.ask('frame', enrolInstallationCall, {
      body: { epoch: 1, half },
      access,
    });
    expect(await refused(enrol)).toBe('403 GRANT_INVALID');
  });
});

describe('a rekey', () => {
  it('ends all sets of before and keeps the addresses [SEC-52]', async () => {
    const one = await owner();
    const { seed } = await one.frame.open(one.access);
    const two = await another(one.email);
    const portal = one.frame.at(suite.portalPage);
    const fresh = await portal.signIn(one.email);
    passTime(31_000);
    const rekeyed = await portal.rekey(fresh);
    expect(rekeyed).toEqual({ ...one.account, epoch: 2 });
    expect(await portal.open(fresh.session.access)).toEqual({ account: rekeyed, seed });
    expect(await refused(two.frame.open(two.access))).toBe('401 INVALID_SESSION');
    const back = await two.frame.signIn(one.email);
    expect(await refused(two.frame.open(back.session.access))).toBe('404 SHARE_NOT_FOUND');
    passTime(31_000);
    // No share of the previous epoch is left here either.
    const sets = await suite.database.query(
      'select epoch, kind from latchkit_wallet.share_sets where wallet_id = $1 order by kind',
      [one.account.walletId],
    );
    expect(sets).toEqual([
      { epoch: 2, kind: 'device' },
      { epoch: 2, kind: 'recovery' },
    ]);
    // The shares of an old backup open nothing: the vault has deleted its share.
    const kept = await suite.database.query(
      'select epoch from latchkit_vault.recovery where wallet_id = $1',
      [one.account.walletId],
    );
    expect(kept).toEqual([{ epoch: 2 }]);
    const three = await another(one.email);
    expect(three.recovered).toEqual({ account: rekeyed, seed });
  });

  it('needs a receipt that a fresh code gave, for this wallet and installation', async () => {
    const one = await owner();
    const portal = one.frame.at(suite.portalPage);
    const { session } = await portal.signIn(one.email);
    const { access } = session;
    const { keys } = await portal.ask('frame', readServiceKeysCall);
    const half = randomBytes(32);
    const halves = await sealTo(
      { ...keys.find(({ use }) => use === 'enc') },
      { device: half, recovery: half },
    );
    const { receipt } = await portal.ask('frame', signProtectionReceiptCall, {
      body: { action: 'read' },
      access,
    });
    for (const given of [receipt, 'a.b.c']) {
      const body = { receipt: given, epoch: 3, sealedSeed: 'A', halves, recoveryReceipt: receipt };
      const stored = portal.ask('frame', storeEpochCall, { body, access });
      expect(await refused(stored)).toBe('403 GRANT_INVALID');
    }
    const unasked = portal.ask('frame', rekeyWalletCall, { body: { epoch: 2, version: 1 }, access });
    expect(await refused(unasked)).toBe('404 SHARE_NOT_FOUND');
    // The vault stores no share of a later epoch for a login alone.
    const { approvalGrant, authReceipt } = one.signedIn;
    const { keys: vaultKeys } = await one.frame.ask('vault', readServiceKeysCall);
    const put = one.frame.ask('vault', putRecoveryCall, {
      params: { walletId: one.account.walletId },
      body: {
        ...{ approvalGrant, authReceipt, epoch: 2 },
        half: await sealTo({ ...vaultKeys.find(({ use }) => use === 'enc') }, { half }),
      },
    });
    expect(await refused(put)).toBe('409 EPOCH_CONFLICT');
    passTime(31_000);
  });

  it('is atomic at every step and can be retried [SEC-54]', async () => {
    const one = await owner();
    const { seed } = await one.frame.open(one.access);
    const portal = one.frame.at(suite.portalPage);
    for (const stop of ['put', 'store', 'commit', 'confirm']) {
      const fresh = await portal.signIn(one.email);
      passTime(31_000);
      const stopped = portal.rekey(fresh, name => {
        if (name === stop) throw new Error(`stopped before ${name}`);
      });
      await expect(stopped).rejects.toThrow(`stopped before ${stop}`);
      // Both share sets open with the same seed.
      expect((await another(one.email)).recovered.seed, stop).toEqual(seed);
      expect((await portal.open(fresh.session.access)).seed, stop).toEqual(seed);
    }
    const last = await portal.signIn(one.email);
    passTime(31_000);
    await portal.rekey(last);
    expect((await another(one.email)).recovered.seed).toEqual(seed);
  });
});

describe('the creation of a wallet', () => {
  it('is atomic at every step and can be retried [SEC-54]', async () => {
    for (const stop of ['draft', 'put', 'read back', 'commit', 'confirm']) {
      const email = suite.address();
      const frame = await suite.frame();
      const signedIn = await frame.signIn(email);
      const stopped = frame.create(signedIn, name => {
        if (name === stop) throw new Error(`stopped before ${name}`);
      });
      await expect(stopped).rejects.toThrow(`stopped before ${stop}`);
      passTime(31_000);
      const next = await suite.frame();
      const again = await next.signIn(email);
      expect(again.user.wallet === null, stop).toBe(stop !== 'confirm');
      const account =
        again.user.wallet === null ? await next.create(again) : (await next.recover(again)).account;
      passTime(31_000);
      expect((await another(email)).recovered.account, stop).toEqual(account);
    }
  });
});

describe('a store that was stolen', () => {
  it('yields nothing, with its own keys: no seed, half pair, code, token or address [SEC-45]', async () => {
    const email = `canary-${randomBytes(6).toString('hex')}@mail.example`;
    const frame = await suite.frame();
    const started = await frame.start(email);
    const { txn } = started;
    const { id, token } = await frame.askApproval(started, email);
    await frame.decide(token, true);
    await frame.ask('frame', sendSignInCodeCall, {
      body: { txn, approvalGrant: await frame.grant(id) },
    });
    const code = frame.code(email);
    const pending = await dump();
    const signedIn = { ...(await frame.verify(txn, code)), approvalGrant: await frame.grant(id) };
    await frame.create(signedIn);
    const { seed } = await frame.open(signedIn.session.access);
    const { access, refresh } = signedIn.session;
    const secrets = [email, token, access, refresh, seed.toString('hex'), seed.toString('base64url')];
    const after = await dump();
    for (const text of [...pending, ...after]) {
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
    for (const text of pending) expect(text).not.toMatch(new RegExp(`"otp[^"]*":"?${code}`));
    // With the store's own key: it holds one share of each set, which opens nothing.
    const { walletId } = (await frame.open(access)).account;
    const [halvesOfA, halvesOfB] = [
      await storedHalves(suite, 'a', walletId),
      await storedHalves(suite, 'b', walletId),
    ];
    expect([halvesOfA.length, halvesOfB.length].every(length => length > 0)).toBe(true);
    const [sealed = ''] = await seeds();
    for (const own of [halvesOfA, halvesOfB]) {
      for (const a of own) {
        for (const b of [Buffer.alloc(32), ...own]) {
          if (a !== b) expect(() => openSeed(xor(a, b), sealed, walletId, 1)).toThrow();
        }
      }
    }
    // Both stores together open the wallets, so the test looks at the right data.
    const opened = halvesOfA.flatMap(a => halvesOfB.map(b => attempt(xor(a, b), sealed, walletId)));
    expect(opened.some(found => found?.equals(seed))).toBe(true);

    async function seeds(): Promise<string[]> {
      const share = await frame.ask('frame', releaseDeviceShareCall, { body: {}, access });
      return [share.sealedSeed];
    }
  });

  const attempt = (key: Buffer, sealed: string, walletId: string): Buffer | undefined => {
    try {
      return openSeed(key, sealed, walletId, 1);
    } catch {
      return undefined;
    }
  };

  /** Every row of both stores as text, with bytes as hex and as UTF-8. */
  async function dump(): Promise<string[]> {
    const tables = await suite.database.query(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('latchkit_wallet', 'latchkit_vault')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await suite.database.query(`select * from ${name}`);
      const bytes = rows.flatMap(row => Object.values(row).filter(value => value instanceof Uint8Array));
      texts.push(
        JSON.stringify(rows),
        ...bytes.flatMap(value => [
          Buffer.from(value).toString('latin1'),
          Buffer.from(value).toString('hex'),
        ]),
      );
    }
    return texts;
  }
});

describe(`${LOGINS} sign-ins of ${USERS} users`, () => {
  it('find one wallet each, always the same', {
    timeout: process.env.LATCHKIT_FULL ? 900_000 : 180_000,
  }, async () => {
    const wallets = new Map<string, string>();
    const emails = Array.from({ length: USERS }, () => suite.address());
    for (let count = 0; count < LOGINS; count += 1) {
      const email = emails[count % USERS] ?? '';
      const frame = await suite.frame();
      const signedIn = await frame.signIn(email);
      const known = wallets.get(email);
      const account =
        known === undefined ? await frame.create(signedIn) : (await frame.recover(signedIn)).account;
      expect(known ?? account.addresses.evm).toBe(account.addresses.evm);
      wallets.set(email, account.addresses.evm);
      // Everyone waits for the cooldown of their address.
      if (count % USERS === USERS - 1) passTime(31_000);
    }
    expect(new Set(wallets.values()).size).toBe(USERS);
  });
});
