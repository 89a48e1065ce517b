import { randomUUID } from 'node:crypto';
import {
  askPasskeyCall,
  confirmInstallationCall,
  confirmPasskeyCall,
  endRecoveryCall,
  endSiteCall,
  exportWalletCall,
  freezeOwnWalletCall,
  freezeRevokedCall,
  keepWalletCall,
  listInstallationsCall,
  objectToDeletionCall,
  passSocialSignInCall,
  pauseFreezeCall,
  preparePasswordCall,
  type RecoveryDelay,
  readProtectionCall,
  redeemSocialSignInCall,
  refreshSessionCall,
  releaseWithPasswordCall,
  requestDeletionCall,
  revokeInstallationCall,
  type SocialSignInProvider,
  setRecoveryDelayCall,
  startSocialSignInCall,
  switchWalletCall,
  unfreezeOwnWalletCall,
} from 'latchkit/protocol';
import { passTime } from '../passTime.js';
import { beginChange, changingFrame } from './changingFrame.js';
import { changingLogins } from './changingLogins.js';
import { atPortal, portalNewcomer, portalOwner } from './portalVisitor.js';
import { protectingFrame, recoverWithPasskey, recoveryOf } from './protectingFrame.js';
import { setApprovalAddress } from './setApprovalAddress.js';
import type { SocialSuite } from './socialSuite.js';
import { cookieHeader } from './socialVisitor.js';
import { vouchFor } from './vouchFor.js';

const HOUR = 3_600_000;

/** An element of ristretto255, which any page may have blinded. */
const BLINDED = Buffer.from(
  'e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76',
  'hex',
).toString('base64url');

/** Longer than the cooldown between two emails. */
const pause = () => passTime(31_000);

/** What users do, so that every way in that a request of a browser completes is used once. */
export const WAYS_IN_FLOWS: Readonly<Record<string, (social: SocialSuite) => Promise<unknown>>> = {
  async 'a wallet by email, its browser again, and renewed'({ suite }) {
    const { host, account, email } = await portalOwner(suite);
    const { session } = await host.signIn(email);
    await host.enrol(session.access, await host.walletKey(session.access), account.epoch);
    const body = { refresh: session.refresh, exchange: randomUUID() };
    await host.ask('frame', refreshSessionCall, { body });
  },

  async 'another browser by email, and by a vouch'({ suite }) {
    const { host, email } = await portalOwner(suite);
    const other = await suite.frame();
    await other.recover(await other.signIn(email));
    pause();
    const { session } = await host.signIn(email);
    await vouchFor(host, session.access, await suite.frame());
  },

  async 'logins by popup, in the tab, at the portal, and with Telegram'({ suite, visitor }) {
    const popup = await visitor.signIn('google', { person: '91000001' });
    await popup.frame.create(await visitor.giveEvidence(popup));
    const known = await leaveAndReturn(visitor, popup.frame, 'google', '91000001');
    await known.redeem({});
    const page = await leaveAndReturn(visitor, await suite.frame(), 'google', '91000002');
    await page.redeem(cookieHeader(page.pass));
    const passed = await leaveAndReturn(visitor, await suite.frame(), 'google', '91000006');
    await passed.passOn();
    await passed.redeem({});
    await visitor.signIn('google', { person: '91000003' }, await suite.frame(suite.portalPage));
    const telegram = await visitor.signIn('telegram', { person: '91000004' });
    await visitor.giveEvidence(telegram);
  },

  async 'an approval address'(social) {
    const users = changingLogins(social);
    const holder = await users.googleHolder();
    await setApprovalAddress(holder.frame, await users.againWithGoogle(holder), social.suite.address());
  },

  async 'an export, a rekey, and a move'({ suite }) {
    const { ask, code, frame, signedIn, email, host } = await portalOwner(suite);
    await ask(exportWalletCall, { body: { code: await code('export') } });
    await frame.rekey(signedIn);
    pause();
    await host.signIn(email);
    pause();
    const again = await atPortal(suite, host, email);
    const { account } = await again.frame.move(again.signedIn);
    pause();
    const body = { walletId: account.walletId, code: await again.code('switch') };
    await again.ask(switchWalletCall, { body });
  },

  async 'a passkey'({ suite }) {
    const { frame, signedIn, email, access } = await portalOwner(suite);
    const protecting = protectingFrame(frame, signedIn, await frame.walletKey(access));
    const receipt = await protecting.receipt('protection');
    const factor = await protecting.addPasskey(receipt);
    await protecting.protect(receipt, 'passkey', [factor]);
    pause();
    const other = await suite.frame();
    await recoverWithPasskey(other, await other.signIn(email), factor);
    pause();
    const read = await protecting.receipt('read');
    const { challenge } = await frame.ask('vault', askPasskeyCall, { body: { receipt: read } });
    const body = { receipt: read, assertion: factor.passkey.use(challenge) };
    await frame.ask('vault', confirmPasskeyCall, { body });
  },

  async 'a password'({ suite }) {
    const { frame, signedIn, email, access } = await portalOwner(suite);
    const protecting = protectingFrame(frame, signedIn, await frame.walletKey(access));
    const receipt = await protecting.receipt('protection');
    const { id, evaluated } = await frame.ask('vault', preparePasswordCall, {
      body: { receipt, blinded: BLINDED },
    });
    await protecting.protect(receipt, 'password', [{ id, key: Buffer.from(evaluated, 'base64url') }]);
    pause();
    const other = await suite.frame();
    const { proof } = await recoveryOf(other, await other.signIn(email));
    await other.ask('vault', releaseWithPasswordCall, { body: { ...proof, blinded: BLINDED } });
  },

  async 'a recovery delay that passes, is waived, and is refused'({ suite }) {
    const { frame, signedIn, email } = await portalOwner(suite);
    const delay: RecoveryDelay = 24;
    const session = protectingFrame(frame, signedIn, Buffer.alloc(32));
    const body = { receipt: await session.receipt('protection'), delay };
    await frame.ask('vault', setRecoveryDelayCall, { body });
    const ended = async (decision: 'waive' | 'cancel') => {
      pause();
      const other = await suite.frame();
      const started = await other.start(email);
      const { id, token } = await other.askApproval(started, email);
      await other.decide(token, true);
      pause();
      const again = await atPortal(suite, frame, email);
      const at = protectingFrame(again.frame, again.signedIn, Buffer.alloc(32));
      const read = { body: { receipt: await at.receipt('read') } };
      const { recoveries } = await frame.ask('vault', readProtectionCall, read);
      const receipt = await at.receipt(decision === 'waive' ? 'waive' : 'read');
      await frame.ask('vault', endRecoveryCall, {
        params: { id: recoveries[0]?.id ?? '' },
        body: { receipt, decision },
      });
      return { other, id };
    };
    await ended('cancel');
    await ended('waive');
    pause();
    const waiting = await suite.frame();
    const started = await waiting.start(email);
    const { token } = await waiting.askApproval(started, email);
    await waiting.decide(token, true);
    passTime(25 * HOUR);
    await waiting.askApproval(await waiting.start(email), email);
  },

  async 'another address'({ suite }) {
    await (await changingFrame(suite)).upTo('follow');
  },

  async 'a first address'(social) {
    const { suite } = social;
    const { frame, access, proof } = await changingLogins(social).googleHolder({ person: '91000005' });
    const next = suite.address();
    const begun = await beginChange(frame, access, next);
    const { primaryGrant } = await begun.agreeToEmail({ updateReceipt: begun.updateReceipt, ...proof });
    pause();
    await begun.sendNew(primaryGrant);
    const { secondaryReceipt } = await begun.verifyNew(frame.code(next));
    const { preparedGrant } = await begun.prepare(secondaryReceipt);
    await begun.follow((await begun.commit(preparedGrant)).commitReceipt);
  },

  async 'another login, and its removal'(social) {
    const users = changingLogins(social);
    const holder = await users.linked('github');
    await users.remove(await users.again(holder), 'github');
    await users.useLink(holder.email);
  },

  async freezes({ suite }) {
    const { ask, code } = await portalOwner(suite);
    await ask(freezeOwnWalletCall);
    await ask(pauseFreezeCall, { body: { code: await code('unfreeze') } });
    await ask(unfreezeOwnWalletCall, { body: { code: await code('unfreeze') } });
  },

  async 'a deletion, and its end'({ suite }) {
    const { ask, code } = await portalOwner(suite);
    await ask(requestDeletionCall, { body: { code: await code('delete') } });
    await ask(keepWalletCall);
  },

  async 'the objections of a browser that another one revoked'({ suite }) {
    const { email, frame } = await portalOwner(suite);
    const newcomer = await portalNewcomer(suite, email);
    passTime(25 * HOUR);
    const { ask, code } = await atPortal(suite, newcomer.frame, email);
    const { installations } = await ask(listInstallationsCall);
    const id = installations.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await ask(revokeInstallationCall, { params: { id }, body: { code: await code('revoke') } });
    await ask(requestDeletionCall, { body: { code: await code('delete') } });
    await frame.ask('frame', objectToDeletionCall);
    await frame.ask('frame', freezeRevokedCall);
  },

  async 'devices and sites'({ suite }) {
    const { email, ask, code, host } = await portalOwner(suite);
    await portalNewcomer(suite, email);
    const { installations } = await ask(listInstallationsCall);
    const added = installations.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await ask(confirmInstallationCall, { params: { id: added } });
    await ask(endSiteCall, { body: { hostOrigin: host.page.origin } });
    await ask(revokeInstallationCall, { params: { id: added }, body: { code: await code('revoke') } });
    const own = installations.find(({ isCurrent }) => isCurrent)?.id ?? '';
    await ask(revokeInstallationCall, { params: { id: own }, body: {} });
  },
};

/** Leaves a page for a provider in the tab, and comes back. */
async function leaveAndReturn(
  visitor: SocialSuite['visitor'],
  frame: Awaited<ReturnType<SocialSuite['suite']['frame']>>,
  provider: SocialSignInProvider,
  person: string,
) {
  const body = { provider, way: 'page', returnTo: `${frame.page.origin}/shop` };
  const { txn } = await frame.ask('frame', startSocialSignInCall, { body });
  const armed = await visitor.arm(txn, undefined);
  const begun = { frame, txn, secret: undefined, ...armed };
  const resultCode = await visitor.complete(begun, { person });
  return {
    pass: armed.pass,
    passOn: () =>
      frame.ask('frame', passSocialSignInCall, { body: { txn }, headers: cookieHeader(armed.pass) }),
    redeem: (headers: Readonly<Record<string, string>>) =>
      frame.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode }, headers }),
  };
}
