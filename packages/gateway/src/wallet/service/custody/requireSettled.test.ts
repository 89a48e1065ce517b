import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import {
  commitEmailUpdateCall,
  commitLoginCall,
  commitLoginRemovalCall,
  commitMoveCall,
  commitRecoveryCall,
  confirmPasskeyCall,
  consentToEmailUpdateCall,
  consentToLoginCall,
  consentToLoginRemovalCall,
  endRecoveryCall,
  enrolInstallationCall,
  freezeOwnWalletCall,
  freezeRevokedCall,
  keepWalletCall,
  objectToDeletionCall,
  type PortalAction,
  pauseFreezeCall,
  pauseSubjectCall,
  preparePasswordCall,
  putProtectionCall,
  putRecoveryCall,
  readHomeCall,
  readProtectionCall,
  readRevocationCall,
  readServiceKeysCall,
  releaseRecoveryCall,
  requestDeletionCall,
  revokeInstallationCall,
  type SocialSignInProvider,
  seeEndedDeletionCall,
  sendToNewAddressCall,
  setRecoveryDelayCall,
  signProtectionReceiptCall,
  startEmailUpdateCall,
  startLoginLinkCall,
  startLoginRemovalCall,
  storeRecoveryShareCall,
  switchWalletCall,
  unfreezeOwnWalletCall,
  unfreezeSubjectCall,
  verifyNewAddressCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { askChange, changeWithoutWallet } from '../../../../test/wallet/changingFrame.js';
import { changingLogins, type InSession } from '../../../../test/wallet/changingLogins.js';
import { atPortal, type PortalVisitor, portalOwner } from '../../../../test/wallet/portalVisitor.js';
import {
  protectingFrame,
  type RegisteredPasskey,
  recoveryOf,
} from '../../../../test/wallet/protectingFrame.js';
import { setApprovalAddress } from '../../../../test/wallet/setApprovalAddress.js';
import { type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import { cookieHeader } from '../../../../test/wallet/socialVisitor.js';
import { sealTo } from '../../../../test/wallet/testWallet.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import type { WalletSuite } from '../../../../test/wallet/walletSuite.js';
import { DESTROYING, type DestroyingAction } from '../../shared/requireStanding.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';

const DAY = 86_400_000;

/** A blinded element of RFC 9497, A.1.1. */
const BLINDED = Buffer.from(
  '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
  'hex',
).toString('base64url');

let social: SocialSuite;
let suite: WalletSuite;
let users: ReturnType<typeof changingLogins>;
beforeAll(async () => {
  social = await startSocialSuite();
  users = changingLogins(social);
  suite = social.suite;
});
afterAll(() => social.close());
afterEach(async () => {
  vi.useRealTimers();
  await suite.database.query('delete from latchkit_wallet.deletions');
});

type Owner = Awaited<ReturnType<typeof portalOwner>>;

/** Protects the owner's wallet with a passkey. */
async function withPasskey(owner: Owner): Promise<RegisteredPasskey> {
  const protecting = await protectingOf(owner);
  const receipt = await protecting.receipt('protection');
  passTime(31_000);
  const passkey = await protecting.addPasskey(receipt);
  await protecting.protect(receipt, 'passkey', [passkey]);
  return passkey;
}

async function protectingOf(owner: Owner) {
  return protectingFrame(owner.frame, owner.signedIn, await owner.frame.walletKey(owner.access));
}

/** The vault's grant that a visitor of the portal used a passkey of the wallet. */
async function grantOf(
  { frame, access, signedIn }: PortalVisitor,
  { passkey }: RegisteredPasskey,
): Promise<string> {
  const { receipt } = await frame.ask('frame', signProtectionReceiptCall, {
    body: { action: 'read' },
    access,
  });
  const assertion = await protectingFrame(frame, signedIn, randomBytes(32)).usePasskey(receipt, passkey);
  return (await frame.ask('vault', confirmPasskeyCall, { body: { receipt, assertion } })).passkeyGrant;
}

/** Somebody who only reads the mail, in a browser of his own. */
const mailbox = async ({ email }: Pick<Owner, 'email'>) =>
  atPortal(suite, await suite.frame(suite.portalPage), email);

async function idOf({ jkt }: { readonly jkt: string }): Promise<string> {
  const [row] = await suite.database.query('select id from latchkit_wallet.installations where jkt = $1', [
    jkt,
  ]);
  return String(row?.id);
}

/** Changes the record of how an installation came to the wallet. */
async function record({ jkt }: { readonly jkt: string }, change: 'delete' | 'age') {
  const of = 'installation_id in (select id from latchkit_wallet.installations where jkt = $1)';
  await suite.database.query(
    change === 'delete'
      ? `delete from latchkit_wallet.wallet_installations where ${of}`
      : `update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '24 hours' where ${of}`,
    [jkt],
  );
}

/** Callers, by what they have of a wallet. */
const CALLERS = [
  'mailbox only',
  'new installation',
  'no provenance record',
  'old installation',
  'factor',
] as const;

/** Adds browsers to the owner's wallet, which gets a passkey, and returns what makes each of them a caller. */
async function callersOf(owner: Owner) {
  const added = [await mailbox(owner), await mailbox(owner)] as const;
  for (const { frame, signedIn } of added) await frame.recover(signedIn);
  const [newcomer, unrecorded] = added;
  await record(unrecorded.frame, 'delete');
  const passkey = await withPasskey(owner);
  return async (kind: (typeof CALLERS)[number]): Promise<Attempt> => {
    if (kind === 'mailbox only') return { owner, visitor: await mailbox(owner), target: owner.host };
    if (kind === 'factor') {
      const visitor = await mailbox(owner);
      return { owner, visitor, target: unrecorded.frame, passkeyGrant: await grantOf(visitor, passkey) };
    }
    if (kind === 'old installation') await record(newcomer.frame, 'age');
    const { frame } = kind === 'no provenance record' ? unrecorded : newcomer;
    return { owner, visitor: await atPortal(suite, frame, owner.email), target: owner.host };
  };
}

interface Attempt {
  readonly owner: Owner;
  readonly visitor: PortalVisitor;
  readonly passkeyGrant?: string;
  /** The installation to revoke. */
  readonly target: { readonly jkt: string };
}

const receiptFor =
  (action: 'move' | 'protection' | 'rekey') =>
  async ({ visitor, passkeyGrant }: Attempt) => {
    const code = await visitor.code(action);
    return visitor.ask(signProtectionReceiptCall, { body: { action, code, passkeyGrant } });
  };

/** Each destructive action as a caller of the portal does it, and what has to be there before. */
const ACTIONS: Readonly<
  Record<
    DestroyingAction,
    {
      readonly before?: (owner: Owner) => Promise<unknown>;
      readonly attempt: (attempt: Attempt) => Promise<unknown>;
      /** Refusals of a caller who may: what else is missing. */
      readonly more?: Readonly<Partial<Record<(typeof CALLERS)[number], string>>>;
    }
  >
> = {
  addLogin: {
    attempt: ({ visitor: { frame, access }, passkeyGrant }) =>
      users.startLink({ frame, access }, 'google', users.newPerson(), passkeyGrant),
  },
  changeEmail: {
    attempt: ({ visitor, passkeyGrant }) =>
      visitor.ask(startEmailUpdateCall, { body: { email: suite.address(), passkeyGrant } }),
  },
  delete: {
    attempt: async ({ visitor, passkeyGrant }) => {
      const code = await visitor.code('delete');
      const { deletesAt } = await visitor.ask(requestDeletionCall, { body: { code, passkeyGrant } });
      return Math.round((Date.parse(deletesAt) - Date.now()) / DAY);
    },
  },
  keep: {
    async attempt({ owner, visitor }) {
      await owner.ask(requestDeletionCall, { body: { code: await owner.code('delete') } });
      return visitor.ask(keepWalletCall);
    },
    // The passkey counts where it opened the wallet.
    more: { factor: '403 SETTLED_DEVICE_REQUIRED' },
  },
  move: { attempt: receiptFor('move') },
  protection: { attempt: receiptFor('protection') },
  rekey: { attempt: receiptFor('rekey') },
  removeLogin: {
    async before(owner) {
      const { session } = await owner.host.signIn(owner.email);
      const holder = { frame: owner.host, email: owner.email, access: session.access };
      await users.link(holder, 'google', users.newPerson());
    },
    async attempt({ visitor: { frame, access }, passkeyGrant }) {
      const logins = await users.logins({ frame, access });
      const login = logins.find(({ provider }) => provider === 'google')?.id;
      return frame.ask('frame', startLoginRemovalCall, { body: { login, passkeyGrant }, access });
    },
  },
  revoke: {
    async attempt({ visitor, target, passkeyGrant }) {
      const body = { code: await visitor.code('revoke'), passkeyGrant };
      return visitor.ask(revokeInstallationCall, { params: { id: await idOf(target) }, body });
    },
  },
  switch: {
    before: owner => owner.frame.move(owner.signedIn),
    async attempt({ visitor, passkeyGrant }) {
      const { second } = await visitor.ask(readHomeCall);
      const body = { walletId: second?.wallet.walletId, code: await visitor.code('switch'), passkeyGrant };
      return visitor.ask(switchWalletCall, { body });
    },
    more: { 'old installation': '403 PASSKEY_REQUIRED' },
  },
  unfreeze: {
    async attempt({ owner, visitor }) {
      const code = await visitor.code('unfreeze');
      await owner.ask(freezeOwnWalletCall);
      const pause = visitor.ask(pauseFreezeCall, { body: { code: '000000' } });
      expect(await refused(pause)).not.toBe('not refused');
      return visitor.ask(unfreezeOwnWalletCall, { body: { code } });
    },
    // The passkey counts where it opened the wallet: while that is frozen, it opens nothing.
    more: { 'mailbox only': '404 SHARE_NOT_FOUND', factor: '404 SHARE_NOT_FOUND' },
  },
};

const MAY: readonly (typeof CALLERS)[number][] = ['old installation', 'factor'];

describe('requireSettled', () => {
  for (const action of Object.keys(DESTROYING) as DestroyingAction[]) {
    it(`lets only a passkey or an old installation ${action} [SEC-107] [SEC-116]`, async () => {
      const { before, attempt, more = {} } = ACTIONS[action];
      const answers: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      const owner = await portalOwner(suite);
      await before?.(owner);
      passTime(31_000);
      const caller = await callersOf(owner);
      for (const kind of CALLERS) {
        const done = attempt(await caller(kind));
        if (action === 'delete') {
          answers[kind] = await done;
          expected[kind] = MAY.includes(kind) ? 7 : 30;
          continue;
        }
        answers[kind] = await refused(done);
        expected[kind] = more[kind] ?? (MAY.includes(kind) ? 'not refused' : '403 SETTLED_DEVICE_REQUIRED');
      }
      expect(answers).toEqual(expected);
    });
  }

  it('says when a new device may, and lets it forget itself', async () => {
    const owner = await portalOwner(suite);
    const newcomer = await mailbox(owner);
    expect(await newcomer.ask(readHomeCall)).toMatchObject({ isSettled: false, settlesAt: null });
    await newcomer.frame.recover(newcomer.signedIn);
    const { isSettled, settlesAt } = await newcomer.ask(readHomeCall);
    expect(isSettled).toBe(false);
    expect(Math.round((Date.parse(settlesAt ?? '') - Date.now()) / 3_600_000)).toBe(24);
    expect(await owner.ask(readHomeCall)).toMatchObject({ isSettled: true, settlesAt: null });
    await newcomer.ask(revokeInstallationCall, { params: { id: await idOf(newcomer.frame) }, body: {} });
    expect(await refused(newcomer.ask(readHomeCall))).toBe('401 INVALID_SESSION');
  });

  it('lets nobody enrol a share of nothing, to be an old device tomorrow', async () => {
    const owner = await portalOwner(suite);
    const garbage = async ({ frame, signedIn, access }: PortalVisitor) => {
      await recoveryOf(frame, signedIn);
      const { keys } = await frame.ask('frame', readServiceKeysCall);
      const half = await sealTo({ ...keys.find(({ use }) => use === 'enc') }, { half: randomBytes(32) });
      return frame.ask('frame', enrolInstallationCall, { body: { epoch: 1, half }, access });
    };
    const protecting = await protectingOf(owner);
    const receipt = await protecting.receipt('protection');
    const { id, evaluated } = await owner.frame.ask('vault', preparePasswordCall, {
      body: { receipt, blinded: BLINDED },
    });
    await protecting.protect(receipt, 'password', [{ id, key: Buffer.from(evaluated, 'base64url') }]);
    passTime(31_000);
    expect(await refused(garbage(await mailbox(owner)))).toBe('400 PROOF_OF_KEYS_INVALID');
    await withPasskey(owner);
    passTime(31_000);
    expect(await refused(garbage(await mailbox(owner)))).toBe('403 PASSKEY_REQUIRED');
  });

  it('keeps the recovery set from a receipt that a login alone gets of the vault', async () => {
    const owner = await portalOwner(suite);
    const thief = await mailbox(owner);
    const { frame, signedIn } = thief;
    const keyOf = async (service: 'frame' | 'vault') => {
      const { keys } = await frame.ask(service, readServiceKeysCall);
      return { ...keys.find(({ use }) => use === 'enc') };
    };
    const { recoveryReceipt } = await frame.ask('vault', putRecoveryCall, {
      params: { walletId: owner.account.walletId },
      body: {
        approvalGrant: signedIn.approvalGrant,
        authReceipt: signedIn.authReceipt,
        epoch: 1,
        half: await sealTo(await keyOf('vault'), { half: randomBytes(32) }),
      },
    });
    const half = await sealTo(await keyOf('frame'), { half: randomBytes(32) });
    const store = thief.ask(storeRecoveryShareCall, { body: { half, recoveryReceipt } });
    expect(await refused(store)).toBe('403 GRANT_INVALID');
  });

  it('puts nothing in force that a page stopped before, for a login alone', async () => {
    const owner = await portalOwner(suite);
    const stopAtTrial = (name: string) => {
      // The page has found that the new passkey opens nothing.
      if (name === 'try') throw new Error('stopped');
    };
    const protecting = await protectingOf(owner);
    const receipt = await protecting.receipt('protection');
    const passkey = await protecting.addPasskey(receipt);
    const stopped = protecting.protect(receipt, 'passkey', [passkey], { step: stopAtTrial });
    await expect(stopped).rejects.toThrow('stopped');
    passTime(31_000);
    const thief = await mailbox(owner);
    const commit = (visitor: PortalVisitor, of: string | undefined) =>
      visitor.ask(commitRecoveryCall, { body: { version: 2, receipt: of } });
    expect(await refused(commit(thief, undefined))).toBe('403 GRANT_INVALID');
    expect(await refused(commit(thief, receipt))).toBe('403 GRANT_INVALID');
    await commit(owner, receipt);
    const mover = await portalOwner(suite);
    const stopAtCommit = (name: string) => {
      if (name === 'commit') throw new Error('stopped');
    };
    await expect(mover.frame.move(mover.signedIn, stopAtCommit)).rejects.toThrow('stopped');
    passTime(31_000);
    const [draft] = await suite.database.query(
      "select id from latchkit_wallet.wallets where user_id = $1 and state = 'draft'",
      [mover.signedIn.user.id],
    );
    const finish = (visitor: PortalVisitor) =>
      visitor.ask(commitMoveCall, { params: { id: String(draft?.id) } });
    expect(await refused(finish(await mailbox(mover)))).toBe('404 SHARE_NOT_FOUND');
    await finish(mover);
  });

  it('lets no addition of a login take the address away, which the calls of another change would commit', async () => {
    const owner = await portalOwner(suite);
    const { frame, access } = owner;
    const link = await users.startLink({ frame, access }, 'google', users.newPerson());
    const { updateReceipt, secondaryReceipt } = await link.consent();
    await link.agree(updateReceipt);
    await link.verify(frame.code(owner.email));
    const { preparedGrant } = await link.prepare(secondaryReceipt);
    const { txn } = link;
    const asAddress = frame.ask('frame', commitEmailUpdateCall, { body: { txn, preparedGrant }, access });
    expect(await refused(asAddress)).toBe('403 SIGN_IN_INVALID');
    passTime(31_000);
    const again = await atPortal(suite, owner.host, owner.email);
    expect((await again.ask(readHomeCall)).user).toMatchObject({ email: owner.email, wallet: owner.account });
  });

  it('completes a change of the logins with the calls of its own kind only', async () => {
    const token = 'a.b.c';
    /** The calls of each kind, whose tokens are looked at after the kind. */
    const CALLS = {
      address: [
        [consentToEmailUpdateCall, { consent: token }],
        [sendToNewAddressCall, { primaryGrant: token }],
        [verifyNewAddressCall, { otp: '000000' }],
        [commitEmailUpdateCall, { preparedGrant: token }],
      ],
      login: [
        [consentToLoginCall, { consent: token }],
        [commitLoginCall, { preparedGrant: token }],
      ],
      removal: [
        [consentToLoginRemovalCall, { consent: token }],
        [commitLoginRemovalCall, { removedGrant: token }],
      ],
    } as const;
    const answers = async ({ frame, access }: InSession, txn: string) => {
      const found: Record<string, unknown> = {};
      for (const [kind, calls] of Object.entries(CALLS)) {
        const codes = new Set<string>();
        for (const [call, body] of calls)
          codes.add(await refused(frame.ask('frame', call, { body: { txn, ...body }, access })));
        found[kind] = codes.size === 1 && codes.has('403 SIGN_IN_INVALID') ? 'refused' : 'read';
      }
      return found;
    };
    const holder = await users.emailHolder();
    const change = await askChange(holder.frame, holder.access, suite.address());
    const only = (kind: keyof typeof CALLS) => ({
      ...{ address: 'refused', login: 'refused', removal: 'refused' },
      [kind]: 'read',
    });
    expect(await answers(holder, change.txn)).toEqual(only('address'));
    const person = users.newPerson();
    const addition = await users.startLink(holder, 'google', person);
    expect(await answers(holder, addition.txn)).toEqual(only('login'));
    await users.link(holder, 'google', users.newPerson());
    const removal = await users.startRemoval(holder, 'google');
    expect(await answers(holder, removal.txn)).toEqual(only('removal'));
    const google = await users.googleHolder();
    const first = await askChange(google.frame, google.access, suite.address());
    expect(await answers(google, first.txn)).toEqual(only('address'));
  });

  it('is decided by the vault as well', async () => {
    const owner = await portalOwner(suite);
    const [store] = suite.services.stores;
    const { frameUrl, vaultUrl } = suite.servers;
    const { jkt, encJwk } = owner.frame;
    const { walletId } = owner.account;
    for (const claims of [{}, { standing: 'none' }, { standing: 'new' }]) {
      const now = inSeconds(Date.now());
      const receipt = await store?.keys.sign(TOKEN_KINDS.protectionReceipt, {
        iss: frameUrl,
        aud: vaultUrl,
        jti: crypto.randomUUID(),
        jkt,
        encJwk,
        walletId,
        epoch: 1,
        version: 1,
        action: 'protection',
        iat: now,
        exp: now + 60,
        ...claims,
      });
      const put = owner.frame.ask('vault', putProtectionCall, {
        params: { walletId },
        body: { receipt, epoch: 1, mode: 'automatic', share: 'a.b.c' },
      });
      expect(await refused(put)).toBe('403 SETTLED_DEVICE_REQUIRED');
    }
    // A wallet service that forgot what the installation had of the wallet.
    const forget = "update latchkit_wallet.address_changes set standing = 'new'";
    const { session } = await owner.host.signIn(owner.email);
    const holder = { frame: owner.host, email: owner.email, access: session.access };
    await users.link(holder, 'google', users.newPerson());
    const removal = await users.startRemoval(holder, 'google');
    await suite.database.query(forget);
    expect(await refused(removal.agree(await removal.consent()))).toBe('403 SETTLED_DEVICE_REQUIRED');
    passTime(31_000);
    const change = await askChange(owner.host, holder.access, suite.address());
    await suite.database.query(forget);
    const { updateReceipt } = await change.agree();
    expect(await refused(change.sendOld({ updateReceipt }))).toBe('403 SETTLED_DEVICE_REQUIRED');
    passTime(31_000);
    const link = await users.startLink(holder, 'github', users.newPerson());
    await suite.database.query(forget);
    const mails = users.subjects(owner.email).length;
    const { updateReceipt: receipt } = await link.consent();
    expect(await refused(link.agree(receipt))).toBe('403 SETTLED_DEVICE_REQUIRED');
    expect(users.subjects(owner.email)).toHaveLength(mails);
  });
});

describe('a freeze', () => {
  it.for([
    ['ended', unfreezeOwnWalletCall, 'unfreeze', unfreezeSubjectCall],
    ['paused', pauseFreezeCall, 'pause-freeze', pauseSubjectCall],
  ] as const)(
    'is %s by no device that the mailbox has just added, at both services [SEC-76]',
    async ([, call, order, ordered]) => {
      const owner = await portalOwner(suite);
      const thief = await mailbox(owner);
      await thief.frame.recover(thief.signedIn);
      await owner.ask(freezeOwnWalletCall);
      const code = await thief.code('unfreeze');
      expect(await refused(thief.ask(call, { body: { code } }))).toBe('403 SETTLED_DEVICE_REQUIRED');
      expect(await refused(thief.frame.open(thief.access))).toBe('403 FROZEN');
      // A wallet service that asks for it nevertheless.
      const { frameUrl, vaultUrl } = suite.servers;
      const now = inSeconds(Date.now());
      for (const claims of [{}, { standing: 'none' }, { standing: 'new' }]) {
        const body = {
          order: await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.walletOrder, {
            iss: frameUrl,
            aud: vaultUrl,
            jti: crypto.randomUUID(),
            iat: now,
            exp: now + 60,
            order,
            walletId: owner.account.walletId,
            until: now + 100,
            ...claims,
          }),
        };
        const answer = await owner.frame.call('vault', ordered.path, { body });
        expect(answer).toMatchObject({ status: 403, json: { error: { code: 'SETTLED_DEVICE_REQUIRED' } } });
      }
      // The owner's device ends or pauses it.
      await owner.ask(call, { body: { code: await owner.code('unfreeze') } });
      expect((await owner.frame.open(owner.access)).account).toEqual(owner.account);
    },
  );
});

describe('a change of the address that started without a wallet', () => {
  it('takes no wallet that its owner created meanwhile', async () => {
    const email = suite.address();
    const change = await changeWithoutWallet(suite, email);
    const preparedGrant = await change.upTo('prepare');
    const owner = await portalOwner(suite, email);
    expect(await refused(change.commit(preparedGrant))).toBe('403 SETTLED_DEVICE_REQUIRED');
    expect((await owner.ask(readHomeCall)).user).toMatchObject({ email, wallet: owner.account });
  });

  it('is prepared by no vault that has the wallet by now', async () => {
    const email = suite.address();
    const change = await changeWithoutWallet(suite, email);
    const secondaryReceipt = await change.upTo('verifyNew');
    await portalOwner(suite, email);
    expect(await refused(change.prepare(secondaryReceipt))).toBe('403 SETTLED_DEVICE_REQUIRED');
  });
});

describe('a login of a thief', () => {
  it('is added to no wallet with the mailbox alone, which a passkey makes up for with the same result of the provider', async () => {
    const owner = await portalOwner(suite);
    const passkey = await withPasskey(owner);
    passTime(31_000);
    const thief = await mailbox(owner);
    const begun = await social.visitor.begin('google', thief.frame);
    const resultCode = await social.visitor.complete(begun, users.newPerson());
    const { access } = thief;
    const add = async (passkeyGrant?: string) => {
      const body = { signIn: begun.txn, resultCode, passkeyGrant };
      const headers = cookieHeader(begun.pass);
      return thief.frame.ask('frame', startLoginLinkCall, { body, access, headers });
    };
    expect(await refused(add())).toBe('403 SETTLED_DEVICE_REQUIRED');
    expect(await users.logins(owner)).toHaveLength(1);
    expect((await add(await grantOf(thief, passkey))).added.provider).toBe('google');
  });
});

describe('a wallet of a social login without an address', () => {
  /** Owns a wallet at the portal, whose only login a thief has, too. */
  async function ownerAndThief(protect: 'delay' | 'passkey', provider: SocialSignInProvider = 'google') {
    const { visitor } = social;
    const choice = users.newPerson();
    const redeemed = await visitor.signIn(provider, choice, await suite.frame(suite.portalPage));
    const { frame } = redeemed;
    const signedIn = await visitor.giveEvidence(redeemed);
    const { access } = signedIn.session;
    const account = await frame.create(signedIn);
    const receipt = await receiptOf(frame, access, 'protection');
    if (protect === 'delay') await frame.ask('vault', setRecoveryDelayCall, { body: { receipt, delay: 72 } });
    else {
      const protecting = protectingFrame(frame, signedIn, await frame.walletKey(access));
      await protecting.protect(receipt, 'passkey', [await protecting.addPasskey(receipt)]);
    }
    passTime(31_000);
    const thief = await visitor.signIn(provider, choice, await suite.frame(suite.portalPage));
    return { choice, frame, account, thief };
  }

  const receiptOf = async (frame: WalletFrame, access: string, action: string) =>
    (await frame.ask('frame', signProtectionReceiptCall, { body: { action }, access })).receipt;

  /** Asks the vault to let a waiting recovery open at once. */
  const waive = (frame: WalletFrame, id: string, receipt: string | undefined) =>
    frame.ask('vault', endRecoveryCall, { params: { id }, body: { receipt, decision: 'waive' } });

  it('keeps its recovery delay from the device that waits, which an older one can let in', async () => {
    const { frame, thief, account, choice } = await ownerAndThief('delay');
    const { access } = thief.session;
    const { visitor } = social;
    expect(await refused(visitor.giveEvidence(thief))).toBe('403 RECOVERY_DELAYED');
    const { recoveries } = await thief.frame.ask('vault', readProtectionCall, {
      body: { receipt: await receiptOf(thief.frame, access, 'read') },
    });
    const [{ id } = { id: '' }] = recoveries;
    expect(await refused(receiptOf(thief.frame, access, 'waive'))).toBe('403 SETTLED_DEVICE_REQUIRED');
    // A wallet service that signs it nevertheless.
    const now = inSeconds(Date.now());
    const { frameUrl, vaultUrl } = suite.servers;
    const { jkt, encJwk } = thief.frame;
    const forged = await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.protectionReceipt, {
      ...{ iss: frameUrl, aud: vaultUrl, jti: crypto.randomUUID(), jkt, encJwk, iat: now, exp: now + 60 },
      ...{ walletId: account.walletId, epoch: 1, version: 1, action: 'waive', standing: 'none' },
    });
    expect(await refused(waive(thief.frame, id, forged))).toBe('403 SETTLED_DEVICE_REQUIRED');
    expect(await refused(visitor.giveEvidence(thief))).toBe('403 RECOVERY_DELAYED');
    const again = await visitor.signIn('google', choice, frame);
    await waive(frame, id, await receiptOf(frame, again.session.access, 'waive'));
    const opened = await thief.frame.recover(await visitor.giveEvidence(thief));
    expect(opened.account).toEqual(account);
  });

  it('gets its first address from no login alone, which would take the codes of the portal', async () => {
    const { frame, thief, choice } = await ownerAndThief('passkey');
    await social.visitor.giveEvidence(thief);
    const stolen = askChange(thief.frame, thief.session.access, suite.address());
    expect(await refused(stolen)).toBe('403 SETTLED_DEVICE_REQUIRED');
    // The owner's device adds one, unless the wallet service forgets what it had of the wallet.
    const again = await social.visitor.signIn('google', choice, frame);
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(again);
    const change = await askChange(frame, again.session.access, suite.address());
    const forget = (standing: string) =>
      suite.database.query('update latchkit_wallet.address_changes set standing = $1', [standing]);
    await forget('none');
    const { updateReceipt } = await change.agree();
    const proofs = { approvalGrant, authReceipt };
    expect(await refused(change.agreeToEmail({ updateReceipt, ...proofs }))).toBe(
      '403 SETTLED_DEVICE_REQUIRED',
    );
    await forget('settled');
    passTime(31_000);
    const agreed = await change.agree();
    await change.agreeToEmail({ updateReceipt: agreed.updateReceipt, ...proofs });
  });

  it('gets another login from no login alone while a recovery delay keeps that out', async () => {
    const { thief } = await ownerAndThief('delay');
    const { access } = thief.session;
    const stolen = users.startLink({ frame: thief.frame, access }, 'github', users.newPerson());
    expect(await refused(stolen)).toBe('403 SETTLED_DEVICE_REQUIRED');
  });

  it('gets another login from no login alone, which would stay when the first is the owner’s again', async () => {
    const { frame, thief, choice } = await ownerAndThief('passkey');
    await social.visitor.giveEvidence(thief);
    const { access } = thief.session;
    const stolen = users.startLink({ frame: thief.frame, access }, 'github', users.newPerson());
    expect(await refused(stolen)).toBe('403 SETTLED_DEVICE_REQUIRED');
    const again = await social.visitor.signIn('google', choice, frame);
    const { approvalGrant, authReceipt } = await social.visitor.giveEvidence(again);
    const holder = { frame, access: again.session.access };
    const link = await users.startLink(holder, 'github', users.newPerson());
    const forget = (standing: string) =>
      suite.database.query('update latchkit_wallet.address_changes set standing = $1', [standing]);
    const proofs = { approvalGrant, authReceipt };
    for (const standing of ['none', 'new']) {
      await forget(standing);
      const { updateReceipt } = await link.consent();
      expect(await refused(link.agree(updateReceipt, proofs))).toBe('403 SETTLED_DEVICE_REQUIRED');
      passTime(31_000);
    }
    await forget('settled');
    await link.agree((await link.consent()).updateReceipt, proofs);
  });

  it('gets its address for approvals from no login alone, which would take the links of new devices', async () => {
    const { frame, thief, choice } = await ownerAndThief('passkey', 'x');
    const stolen = setApprovalAddress(thief.frame, await social.visitor.giveEvidence(thief), suite.address());
    expect(await refused(stolen)).toBe('403 SETTLED_DEVICE_REQUIRED');
    const again = await social.visitor.signIn('x', choice, frame);
    await setApprovalAddress(frame, await social.visitor.giveEvidence(again), suite.address());
  });

  it.each(['google', 'x', 'telegram'] as const)(
    'gets no address for approvals by a login with %s from before the wallet',
    async provider => {
      const { visitor } = social;
      const choice = users.newPerson();
      const thief = await visitor.signIn(provider, choice);
      const begun = await visitor.giveEvidence(thief);
      expect(decodeJwt(thief.authReceipt)).toMatchObject({ standing: 'none' });
      const stolen = () => setApprovalAddress(thief.frame, begun, suite.address());
      expect(await refused(stolen())).toBe('404 WALLET_NOT_FOUND');
      passTime(31_000);
      const owner = await visitor.signIn(provider, choice);
      await owner.frame.create(await visitor.giveEvidence(owner));
      expect(await refused(stolen())).toBe('404 WALLET_NOT_FOUND');
      passTime(31_000);
      const again = await visitor.signIn(provider, choice, owner.frame);
      await setApprovalAddress(owner.frame, await visitor.giveEvidence(again), suite.address());
    },
  );

  it('gets no address for approvals by a receipt that names no wallet, or another one', async () => {
    const { frame, choice } = await ownerAndThief('passkey', 'x');
    const other = await ownerAndThief('passkey', 'x');
    const thief = await social.visitor.signIn('x', choice);
    const signedIn = await social.visitor.giveEvidence(thief);
    for (const walletId of [undefined, other.account.walletId]) {
      const claims = { ...decodeJwt(thief.authReceipt), standing: 'settled', walletId };
      const authReceipt = (await suite.services.stores[0]?.keys.sign(TOKEN_KINDS.authReceipt, claims)) ?? '';
      const stolen = setApprovalAddress(thief.frame, { ...signedIn, authReceipt }, suite.address());
      expect(await refused(stolen)).toBe('404 WALLET_NOT_FOUND');
    }
    const again = await social.visitor.signIn('x', choice, frame);
    await setApprovalAddress(frame, await social.visitor.giveEvidence(again), suite.address());
  });
});

describe('a deletion that a login alone asks for', () => {
  const stored = async (walletId: string) =>
    (await suite.database.query('select 1 from latchkit_wallet.wallets where id = $1', [walletId])).length ===
    1;

  /** Logs in at the mailbox and asks, as in fault 7. */
  async function askBy(thief: PortalVisitor) {
    return thief.ask(requestDeletionCall, { body: { code: await thief.code('delete') } });
  }

  it('deletes no passkey wallet of an owner who uses it, and revokes nothing [SEC-107]', async () => {
    const owner = await portalOwner(suite);
    const { walletId } = owner.account;
    await withPasskey(owner);
    passTime(31_000);
    const thief = await mailbox(owner);
    const { proof } = await recoveryOf(thief.frame, thief.signedIn);
    const open = thief.frame.ask('vault', releaseRecoveryCall, { body: proof });
    expect(await refused(open)).toBe('403 PASSKEY_REQUIRED');
    const { deletesAt } = await askBy(thief);
    expect(Math.round((Date.parse(deletesAt) - Date.now()) / DAY)).toBe(30);
    for (const [name, frame] of [
      ['host', owner.host],
      ['portal', owner.frame],
    ] as const) {
      const body = { code: await thief.code('revoke') };
      const revoke = thief.ask(revokeInstallationCall, { params: { id: await idOf(frame) }, body });
      expect(await refused(revoke), name).toBe('403 SETTLED_DEVICE_REQUIRED');
    }
    passTime(7 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(0);
    passTime(22 * DAY);
    // The owner opens the wallet where it always was.
    const back = await atPortal(suite, owner.host, owner.email);
    expect((await back.frame.open(back.access)).account.walletId).toBe(walletId);
    passTime(2 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(0);
    expect(await stored(walletId)).toBe(true);
    expect(suite.inbox.mails(owner.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Someone asked to delete your wallet', 'Your wallet is kept']),
    );
    // Each device shows it once.
    const home = await atPortal(suite, owner.host, owner.email);
    expect((await home.ask(readHomeCall)).endedDeletion).toMatchObject({ askedAt: expect.any(String) });
    await home.ask(seeEndedDeletionCall);
    expect((await home.ask(readHomeCall)).endedDeletion).toBeNull();
    expect((await (await mailbox(owner)).ask(readHomeCall)).endedDeletion).toBeNull();
  });

  it('goes on if nobody uses the wallet, and the vault counts the days by its own record', async () => {
    const owner = await portalOwner(suite);
    const { walletId } = owner.account;
    await withPasskey(owner);
    passTime(31_000);
    await askBy(await mailbox(owner));
    passTime(29 * DAY);
    // A wallet service that lost count.
    await suite.database.query(
      "update latchkit_wallet.deletions set due_at = requested_at + interval '7 days'",
    );
    expect(await suite.services.deleteDueUsers()).toBe(0);
    expect(await stored(walletId)).toBe(true);
    passTime(DAY);
    expect(await suite.services.deleteDueUsers()).toBe(1);
    expect(await stored(walletId)).toBe(false);
  });

  it('ends with a passkey that only the vault saw', async () => {
    const owner = await portalOwner(suite);
    const passkey = await withPasskey(owner);
    passTime(31_000);
    const thief = await mailbox(owner);
    await askBy(thief);
    passTime(60_000);
    await grantOf(thief, passkey);
    passTime(31 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(0);
    expect(await stored(owner.account.walletId)).toBe(true);
    expect(await suite.services.deleteDueUsers()).toBe(0);
  });

  it('waits for 7 days in automatic mode, and is the way out of a user who lost all devices', async () => {
    const owner = await portalOwner(suite);
    const newcomer = await mailbox(owner);
    await newcomer.frame.recover(newcomer.signedIn);
    const { deletesAt } = await askBy(newcomer);
    expect(Math.round((Date.parse(deletesAt) - Date.now()) / DAY)).toBe(7);
    // Its own use ends nothing.
    const again = await atPortal(suite, newcomer.frame, owner.email);
    await again.frame.open(again.access);
    expect((await again.ask(readHomeCall)).deletesAt).toBe(deletesAt);
    // A device of the owner ends it, and any session keeps the wallet.
    await atPortal(suite, owner.host, owner.email);
    expect((await again.ask(readHomeCall)).deletesAt).toBeNull();
    await askBy(again);
    await again.ask(keepWalletCall);
    await askBy(again);
    passTime(DAY);
    // A day later it is an old device, whose own request no use ends.
    const later = await atPortal(suite, newcomer.frame, owner.email);
    await askBy(later);
    await atPortal(suite, owner.host, owner.email);
    expect((await later.ask(readHomeCall)).deletesAt).not.toBeNull();
    passTime(7 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(1);
  });
});

describe('a revoked installation', () => {
  async function revokedBy(by: PortalVisitor, frame: { readonly jkt: string }, passkeyGrant?: string) {
    const body = { code: await by.code('revoke' satisfies PortalAction), passkeyGrant };
    await by.ask(revokeInstallationCall, { params: { id: await idOf(frame) }, body });
  }
  const revocation = async ({ frame }: Pick<PortalVisitor, 'frame'>) =>
    (await frame.ask('frame', readRevocationCall, { body: {} })).revocation;

  it('stops once what less than a passkey started since, and freezes once', async () => {
    const owner = await portalOwner(suite);
    // The thief holds a device that has opened the wallet for long.
    const stolen = await mailbox(owner);
    await stolen.frame.recover(stolen.signedIn);
    await record(stolen.frame, 'age');
    expect(await revocation(owner)).toBeNull();
    await revokedBy(stolen, owner.frame);
    expect(await revocation(owner)).toMatchObject({ deletesAt: null, canFreeze: true });
    expect(await refused(owner.frame.ask('frame', objectToDeletionCall))).toBe('404 SHARE_NOT_FOUND');
    await stolen.ask(requestDeletionCall, { body: { code: await stolen.code('delete') } });
    expect((await revocation(owner))?.deletesAt).toEqual(expect.any(String));
    await owner.frame.ask('frame', objectToDeletionCall);
    expect((await stolen.ask(readHomeCall)).deletesAt).toBeNull();
    await owner.frame.ask('frame', freezeRevokedCall);
    expect(await refused(stolen.frame.open(stolen.access))).toBe('403 FROZEN');
    await stolen.ask(unfreezeOwnWalletCall, { body: { code: await stolen.code('unfreeze') } });
    // Once is once.
    await stolen.ask(requestDeletionCall, { body: { code: await stolen.code('delete') } });
    expect(await refused(owner.frame.ask('frame', objectToDeletionCall))).toBe('404 SHARE_NOT_FOUND');
    passTime(600_000);
    expect(await refused(owner.frame.ask('frame', freezeRevokedCall))).toBe('404 SHARE_NOT_FOUND');
  });

  it('stops nothing that a passkey confirmed, that was asked for before, or after it was too new', async () => {
    const owner = await portalOwner(suite);
    const passkey = await withPasskey(owner);
    passTime(31_000);
    const stolen = await mailbox(owner);
    // A thief's new device has nothing to say.
    const early = await portalOwner(suite);
    const newcomer = await mailbox(early);
    await newcomer.frame.recover(newcomer.signedIn);
    await revokedBy(early, newcomer.frame);
    expect(await revocation(newcomer)).toBeNull();
    expect(await refused(newcomer.frame.ask('frame', freezeRevokedCall))).toBe('404 SHARE_NOT_FOUND');
    // The owner revokes an old device, and deletes with the passkey.
    await revokedBy(stolen, owner.host, await grantOf(stolen, passkey));
    const body = { code: await stolen.code('delete'), passkeyGrant: await grantOf(stolen, passkey) };
    await stolen.ask(requestDeletionCall, { body });
    expect(await revocation(owner)).toMatchObject({ deletesAt: null });
    expect(await refused(owner.frame.ask('frame', objectToDeletionCall))).toBe('404 SHARE_NOT_FOUND');
    passTime(30 * DAY);
    expect(await revocation(owner)).toBeNull();
  });
});
