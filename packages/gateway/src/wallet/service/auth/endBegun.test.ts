import {
  commitMoveCall,
  commitRecoveryCall,
  readHomeCall,
  rekeyWalletCall,
  revokeInstallationCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { askChange } from '../../../../test/wallet/changingFrame.js';
import { changingLogins } from '../../../../test/wallet/changingLogins.js';
import {
  atPortal,
  type PortalVisitor,
  portalNewcomer,
  portalOwner,
} from '../../../../test/wallet/portalVisitor.js';
import { protectingFrame } from '../../../../test/wallet/protectingFrame.js';
import { type SocialSuite, startSocialSuite } from '../../../../test/wallet/socialSuite.js';
import type { WalletSuite } from '../../../../test/wallet/walletSuite.js';

let social: SocialSuite;
let suite: WalletSuite;
let users: ReturnType<typeof changingLogins>;
beforeAll(async () => {
  social = await startSocialSuite();
  users = changingLogins(social);
  suite = social.suite;
});
afterAll(() => social.close());
afterEach(() => {
  vi.useRealTimers();
});

async function idOf({ jkt }: { readonly jkt: string }): Promise<string> {
  const [row] = await suite.database.query('select id from latchkit_wallet.installations where jkt = $1', [
    jkt,
  ]);
  return String(row?.id);
}

/** The thief of a browser that has had the wallet for a day, who reads the mail, too. */
async function thiefOf(owner: PortalVisitor): Promise<PortalVisitor> {
  const thief = await portalNewcomer(suite, owner.email);
  await suite.database.query(
    `update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '24 hours'
     where installation_id = $1`,
    [await idOf(thief.frame)],
  );
  return thief;
}

async function revoke(owner: PortalVisitor, { frame }: PortalVisitor): Promise<void> {
  passTime(31_000);
  const body = { code: await owner.code('revoke') };
  await owner.ask(revokeInstallationCall, { params: { id: await idOf(frame) }, body });
}

const STOPPED = 'stopped';
const stopAt = (last: string) => (name: string) => {
  if (name === last) throw new Error(STOPPED);
};

/** Begins something on the thief's browser, all but the last call; returns that call, for a later session. */
const BEGUN = {
  async 'another wallet key'({ frame, signedIn }: PortalVisitor) {
    await expect(frame.rekey(signedIn, stopAt('commit'))).rejects.toThrow(STOPPED);
    const { walletId = '' } = signedIn.user.wallet ?? {};
    const [body] = await suite.database.query(
      'select epoch, version from latchkit_wallet.next_epochs where wallet_id = $1',
      [walletId],
    );
    expect(body).toEqual({ epoch: 2, version: expect.any(Number) });
    return (later: PortalVisitor): Promise<unknown> => later.ask(rekeyWalletCall, { body });
  },
  async 'another address'({ frame, access, email }: PortalVisitor) {
    const next = suite.address();
    const change = await askChange(frame, access, next);
    const { updateReceipt } = await change.agree();
    await change.sendOld({ updateReceipt });
    const { primaryGrant } = await change.verifyOld(frame.code(email));
    passTime(31_000);
    await change.sendNew(primaryGrant);
    const { secondaryReceipt } = await change.verifyNew(frame.code(next));
    const { preparedGrant } = await change.prepare(secondaryReceipt);
    return (later: PortalVisitor): Promise<unknown> => change.commit(preparedGrant, later.access);
  },
  async 'another login'({ frame, access, email }: PortalVisitor) {
    const link = await users.startLink({ frame, access }, 'google', users.newPerson());
    const { updateReceipt, secondaryReceipt } = await link.consent();
    await link.agree(updateReceipt);
    await link.verify(frame.code(email));
    const { preparedGrant } = await link.prepare(secondaryReceipt);
    return (later: PortalVisitor): Promise<unknown> => link.commitFirst(preparedGrant, later.access);
  },
  async 'the removal of a login'({ frame, access, email }: PortalVisitor) {
    await users.link({ frame, access, email }, 'google', users.newPerson());
    const removal = await users.startRemoval({ frame, access }, 'google');
    const receipt = await removal.consent();
    await removal.agree(receipt);
    await removal.verify(frame.code(email));
    const removedGrant = await removal.remove(receipt);
    return (later: PortalVisitor): Promise<unknown> => removal.commit(removedGrant, later.access);
  },
  async 'another protection'({ frame, signedIn, access }: PortalVisitor) {
    const protecting = protectingFrame(frame, signedIn, await frame.walletKey(access));
    const receipt = await protecting.receipt('protection');
    const passkey = await protecting.addPasskey(receipt);
    const stopped = protecting.protect(receipt, 'passkey', [passkey], { step: stopAt('commit') });
    await expect(stopped).rejects.toThrow(STOPPED);
    return (later: PortalVisitor): Promise<unknown> =>
      later.ask(commitRecoveryCall, { body: { version: 2, receipt } });
  },
  async 'another wallet'({ frame, signedIn }: PortalVisitor) {
    await expect(frame.move(signedIn, stopAt('commit'))).rejects.toThrow(STOPPED);
    const [draft] = await suite.database.query(
      "select id from latchkit_wallet.wallets where user_id = $1 and state = 'draft'",
      [signedIn.user.id],
    );
    return (later: PortalVisitor): Promise<unknown> =>
      later.ask(commitMoveCall, { params: { id: String(draft?.id) } });
  },
};

describe('endBegun', () => {
  it.each(Object.entries(BEGUN))(
    'lets a browser complete nothing that it began before it was revoked: %s [SEC-51]',
    async (_, begin) => {
      const owner = await portalOwner(suite);
      const thief = await thiefOf(owner);
      const complete = await begin(thief);
      await revoke(owner, thief);
      // It logs in again, and is a new device once it opens the wallet.
      const again = await atPortal(suite, thief.frame, owner.email);
      expect(await refused(complete(again))).toMatch(/^40[134] /);
      await again.frame.recover(again.signedIn);
      expect(await refused(complete(again))).toMatch(/^40[134] /);
      const { user, second, protection } = await owner.ask(readHomeCall);
      expect(user).toMatchObject({ email: owner.email, wallet: { epoch: 1 } });
      expect([second, protection?.mode]).toEqual([null, 'automatic']);
      expect((await owner.frame.open(owner.access)).account).toEqual(owner.account);
    },
  );

  it('ends what all other browsers began when they are logged out with a new key', async () => {
    const owner = await portalOwner(suite);
    const thief = await thiefOf(owner);
    const complete = await BEGUN['another address'](thief);
    await owner.frame.rekey(owner.signedIn);
    passTime(31_000);
    const again = await atPortal(suite, thief.frame, owner.email);
    expect(await refused(complete(again))).toBe('403 SIGN_IN_INVALID');
    expect((await owner.ask(readHomeCall)).user.email).toBe(owner.email);
  });

  it('leaves what the owner began', async () => {
    const owner = await portalOwner(suite);
    const thief = await thiefOf(owner);
    const complete = await BEGUN['another address'](owner);
    await revoke(owner, thief);
    await complete(owner);
    expect((await owner.ask(readHomeCall)).user.email).not.toBe(owner.email);
  });
});
