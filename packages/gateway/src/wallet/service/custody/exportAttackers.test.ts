import { randomUUID } from 'node:crypto';
import {
  exportWalletCall,
  readApprovalCall,
  releaseRecoveryCall,
  releaseRecoveryShareCall,
  sendSignInCodeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { refused } from '../../../../test/refused.js';
import { portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { storedHalves } from '../../../../test/wallet/storedHalves.js';
import { openSeed, xor } from '../../../../test/wallet/testWallet.js';
import { walletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { EMAIL_PROVIDER, identityHash } from '../../shared/emailIdentity.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Everything that was sent to and by each service, as text. */
const traffic = { frame: '', vault: '' };

/** A user whose browser's calls are recorded. */
async function recordedOwner() {
  const { servers, inbox } = suite;
  const recording = {
    ...servers,
    async fetch(request: Request) {
      const service = request.url.startsWith(servers.frameUrl) ? 'frame' : 'vault';
      const sent = request.clone();
      const response = await servers.fetch(request);
      traffic[service] += `${await sent.text()}\n${await response.clone().text()}\n`;
      return response;
    },
  };
  const recorded = {
    ...suite,
    async frame(page = PAGE) {
      const made = await walletFrame(recording, page, to => inbox.mails(to));
      await made.register();
      return made;
    },
  };
  return portalOwner(recorded);
}

const storeOf = (name: 'a' | 'b') => {
  const found = suite.services.stores.find(store => store.name === name);
  if (found === undefined) throw new Error('The store is missing');
  return found;
};

/** Claims of a grant or receipt that an operator signs for a sign-in of an installation of his own. */
function claimsOf(txn: string, jkt: string, email: string) {
  const now = inSeconds(Date.now());
  const idh = identityHash(txn, EMAIL_PROVIDER, email);
  return { txn, jkt, idh, jti: randomUUID(), iat: now, exp: now + 300 };
}

const inText = (bytes: Uint8Array) =>
  (['hex', 'base64', 'base64url'] as const).map(encoding => Buffer.from(bytes).toString(encoding));

describe('an operator of one service during an export', () => {
  it('sees no key and no half beyond those of the own store, whatever passes through the service', async () => {
    const owner = await recordedOwner();
    const { frame, access, account } = owner;
    const { walletId } = account;
    const { sealedSeed, jwe } = await owner.ask(exportWalletCall, {
      body: { code: await owner.code('export') },
    });
    const { seed } = await frame.open(access);
    const key = await frame.walletKey(access);
    const halves = {
      a: await storedHalves(suite, 'a', walletId),
      b: await storedHalves(suite, 'b', walletId),
    };
    expect(openSeed(key, sealedSeed, walletId, 1)).toEqual(seed);
    const released = await frame.unseal(jwe);
    expect(halves.a.some(half => half.equals(released))).toBe(true);
    const browsers = halves.a.map(half => xor(key, half));
    const secrets = [seed, key, ...browsers, ...halves.a, ...halves.b].flatMap(inText);
    // Even the shares of the own store leave it encrypted to the browser, so a proxy cannot read them.
    for (const text of [traffic.frame, traffic.vault]) {
      expect(text).toContain(walletId);
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
    for (const own of [halves.a, halves.b])
      for (const one of own)
        for (const other of [Buffer.alloc(32), ...own.filter(half => half !== one)])
          expect(() => openSeed(xor(one, other), sealedSeed, walletId, 1)).toThrow();
  });

  it('gets no half of the vault as the wallet service, without the link in an email', async () => {
    const { email, account } = await portalOwner(suite);
    const { walletId } = account;
    const mallory = await suite.frame();
    // The operator may start any sign-in, sign any receipt, and sign what looks like the vault's grant.
    const started = await mallory.start(email);
    const { id } = await mallory.askApproval(started, email);
    expect(await mallory.ask('vault', readApprovalCall, { params: { id } })).not.toHaveProperty(
      'approvalGrant',
    );
    const [{ keys }, { frameUrl, vaultUrl }] = [storeOf('a'), suite.servers];
    const claims = claimsOf(started.txn, mallory.jkt, email);
    const authReceipt = await keys.sign(TOKEN_KINDS.authReceipt, { ...claims, iss: frameUrl, aud: vaultUrl });
    const approvalGrant = await keys.sign(TOKEN_KINDS.approvalGrant, {
      ...claims,
      iss: vaultUrl,
      aud: frameUrl,
    });
    const body = { approvalGrant, authReceipt, walletId, epoch: 1, version: null };
    expect(await refused(mallory.ask('vault', releaseRecoveryCall, { body }))).toBe('403 GRANT_INVALID');
  });

  it('gets no half of the wallet service as the vault, without the code in an email', async () => {
    const { email, account, access } = await portalOwner(suite);
    const { walletId } = account;
    const mallory = await suite.frame();
    const { txn, startToken } = await mallory.start(email);
    // The operator may approve any link: it is in his own emails.
    const { id, token } = await mallory.askApproval({ startToken }, email);
    await mallory.decide(token, true);
    const approvalGrant = await mallory.grant(id);
    await mallory.ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant } });
    const code = mallory.code(email);
    const guess = code === '000000' ? '000001' : '000000';
    expect(await refused(mallory.verify(txn, guess))).toBe('403 OTP_INVALID');
    // A session that the vault signs, or one of the user's that was stolen.
    const { frameUrl } = suite.servers;
    const [, payload = ''] = access.split('.');
    const session = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = await storeOf('b').keys.sign(TOKEN_KINDS.access, {
      ...session,
      ...{ iss: frameUrl, aud: frameUrl, cnf: { jkt: mallory.jkt } },
    });
    const portal = mallory.at(suite.portalPage);
    for (const stolen of [forged, access]) {
      const body = { approvalGrant, walletId };
      expect(await refused(portal.ask('frame', releaseRecoveryShareCall, { body, access: stolen }))).toBe(
        '401 INVALID_SESSION',
      );
      expect(
        await refused(portal.ask('frame', exportWalletCall, { body: { code: guess }, access: stolen })),
      ).toBe('401 INVALID_SESSION');
    }
  });
});
