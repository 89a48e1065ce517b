import { custodyOf } from '@latchkit/dev-idp';
import {
  type CallInput,
  formatSiwxMessage,
  giveEvidenceCall,
  type giveEvidenceRequest,
  readFarcasterSignInCall,
  redeemSocialSignInCall,
  type SiwxMessage,
  socialEvidence,
  startFarcasterSignInCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { startFarcaster, type TestFarcaster } from '../../../../test/wallet/startFarcaster.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { identityHash } from '../../shared/emailIdentity.js';
import { type IdRegistry, idRegistry } from '../../shared/idRegistry.js';
import { inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { farcasterNonce } from '../../shared/verifyFarcaster.js';
import { farcasterRelay } from './farcasterRelay.js';
import { oauthClient } from './oauthClient.js';
import type { FarcasterSetup } from './SocialParts.js';

const ADA = { person: 'ada', subject: '10000001' };
const NOOR = { person: 'noor', subject: '10000002' };

let farcaster: TestFarcaster;
let suite: WalletSuite;

const suiteWith = (
  more: Partial<FarcasterSetup> & { readonly database?: WalletSuite['database'] },
  vault: IdRegistry,
) =>
  walletSuite({
    ...(more.database && { database: more.database }),
    social: {
      findProvider: async () => undefined,
      client: oauthClient({ allowsHttp: true }),
      farcaster: { ...farcaster.setup, ...more },
    },
    idRegistry: vault,
  });

beforeAll(async () => {
  farcaster = await startFarcaster();
  suite = await suiteWith({}, farcaster.setup.registry);
});
afterAll(async () => {
  await suite.close();
  await farcaster.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Another process on the same database. */
async function processWith(more: Partial<FarcasterSetup>, vault = farcaster.setup.registry) {
  const made = await suiteWith({ ...more, database: suite.database }, vault);
  onTestFinished(async () => {
    made.services.endWaits();
    await made.gateway.close();
  });
  return made;
}

async function begin(frame?: WalletFrame) {
  const own = frame ?? (await suite.frame());
  const { txn, url } = await own.ask('frame', startFarcasterSignInCall, { body: {} });
  return { frame: own, txn, url };
}

type Begun = Awaited<ReturnType<typeof begin>>;

const stateOf = ({ frame, txn }: Begun) => frame.ask('frame', readFarcasterSignInCall, { params: { txn } });

/** Redeems the result, and returns what the installation sends to the vault. */
async function redeem(begun: Begun) {
  const { frame, txn } = begun;
  const { resultCode } = await stateOf(begun);
  const redeemed = await frame.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode } });
  const evidence = socialEvidence.parse(await frame.unsealJson(redeemed.evidence));
  const given = { evidence, authReceipt: redeemed.authReceipt, encJwk: frame.encJwk };
  return { ...redeemed, frame, txn, given };
}

async function signIn(choice: { person: string } = ADA, frame?: WalletFrame) {
  const begun = await begin(frame);
  expect(await farcaster.approve(begun.url, choice)).toBe(200);
  return redeem(begun);
}

type Given = CallInput<typeof giveEvidenceRequest>['body'];

const give = (frame: WalletFrame, body: Given) => frame.ask('vault', giveEvidenceCall, { body });

/** A wallet service under an attacker's control confirms any user and message to the vault. */
async function forgedReceipt(frame: WalletFrame, txn: string, subject: string): Promise<string> {
  const now = inSeconds(Date.now());
  const { stores } = suite.services;
  const { keys } = stores.find(({ name }) => name === 'a') ?? expect.unreachable('no wallet service');
  return keys.sign(TOKEN_KINDS.authReceipt, {
    ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: frame.jkt },
    ...{ idh: identityHash(txn, 'farcaster', subject), jti: crypto.randomUUID(), iat: now, exp: now + 300 },
  });
}

/** A message that Ada's key signs for a login of this installation, with changes. */
async function signedBy(
  frame: WalletFrame,
  txn: string,
  changed: Partial<SiwxMessage> = {},
  signer = custodyOf(ADA),
): Promise<string> {
  const message = formatSiwxMessage({
    domain: 'wallet.example',
    accountAddress: signer.address,
    chainId: 'eip155:10',
    uri: 'https://wallet.example/',
    version: '1',
    nonce: farcasterNonce({ txn, jkt: frame.jkt }),
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 300_000).toISOString(),
    statement: 'Farcaster Auth',
    resources: [`farcaster://fid/${ADA.subject}`],
    ...changed,
  });
  return JSON.stringify({ message, signature: await signer.signMessage({ message }) });
}

describe('sign-in with Farcaster', () => {
  it('signs in with the key of a custody address, through the public protocol', async () => {
    const begun = await begin();
    expect(await stateOf(begun)).toEqual({ state: 'armed' });
    expect(await farcaster.approve(begun.url, ADA)).toBe(200);
    const first = await redeem(begun);
    expect(first).toMatchObject({ provider: 'farcaster', userName: 'ada', user: { provider: 'farcaster' } });
    expect(first.given.evidence).toMatchObject({ provider: 'farcaster', subject: ADA.subject });
    const again = await signIn(ADA);
    expect(again.user.id).toBe(first.user.id);
    expect((await signIn(NOOR)).user.id).not.toBe(first.user.id);
    const atPortal = await signIn(ADA, await suite.frame(suite.portalPage));
    expect(atPortal.user.id).toBe(first.user.id);
  });

  it('opens the same wallet on a second installation', async () => {
    const one = await signIn({ person: 'new' });
    const signedIn = { ...one, ...(await give(one.frame, one.given)) };
    const account = await one.frame.create(signedIn);
    const { seed } = await one.frame.open(one.session.access);
    const two = await signIn({ person: one.given.evidence.subject });
    const opened = { ...two, ...(await give(two.frame, two.given)) };
    expect(await two.frame.recover(opened)).toEqual({ account, seed });
  });

  it.each(['wrongAudience', 'wrongNonce', 'wrongSigner', 'wrongSignature', 'expired'])(
    'is refused by the wallet service with the fault %s [SEC-38]',
    async fault => {
      const begun = await begin();
      expect(await farcaster.approve(begun.url, { ...ADA, fault })).toBe(200);
      const failed = { state: 'failed', failure: 'PROVIDER_RESPONSE_INVALID' };
      expect(await stateOf(begun)).toEqual(failed);
      expect(await stateOf(begun)).toEqual(failed);
    },
  );

  it.each<[string, Partial<SiwxMessage>]>([
    ['domain', { domain: 'other.example' }],
    ['nonce', { nonce: 'anotherLoginsNonce' }],
    ['URI', { uri: 'https://other.example/' }],
    ['chain', { chainId: 'eip155:1' }],
    ['text', { statement: 'Sign in to the shop' }],
    ['user', { resources: [`farcaster://fid/${NOOR.subject}`] }],
    ['users', { resources: [`farcaster://fid/${ADA.subject}`, `farcaster://fid/${NOOR.subject}`] }],
    ['address', { accountAddress: custodyOf(NOOR).address }],
    ['expiry', { expirationTime: new Date(Date.now() - 1_000).toISOString() }],
    ['long life', { expirationTime: new Date(Date.now() + 86_400_000).toISOString() }],
  ])(
    'is refused by the vault with another %s, whatever the wallet service confirms [SEC-38]',
    async (_, changed) => {
      const { frame, txn } = await begin();
      const authReceipt = await forgedReceipt(frame, txn, ADA.subject);
      const evidence = { provider: 'farcaster', subject: ADA.subject } as const;
      const rest = { authReceipt, encJwk: frame.encJwk };
      const wrong = { ...evidence, token: await signedBy(frame, txn, changed) };
      expect(await refused(give(frame, { ...rest, evidence: wrong }))).toBe('403 GRANT_INVALID');
      const right = { ...evidence, token: await signedBy(frame, txn) };
      expect(await give(frame, { ...rest, evidence: right })).toHaveProperty('approvalGrant');
    },
  );

  it("is refused by the vault with another user's key, no message, or a message for another login [SEC-38]", async () => {
    const { frame, txn } = await begin();
    const other = await begin();
    const authReceipt = await forgedReceipt(frame, txn, ADA.subject);
    const tokens = [
      await signedBy(frame, txn, {}, custodyOf(NOOR)),
      await signedBy(frame, other.txn),
      await signedBy(other.frame, txn),
      undefined,
      '{}',
      'not JSON',
    ];
    for (const token of tokens) {
      const evidence = { provider: 'farcaster', subject: ADA.subject, token } as const;
      expect(await refused(give(frame, { evidence, authReceipt, encJwk: frame.encJwk }))).toBe(
        '403 GRANT_INVALID',
      );
    }
  });

  it('ends after five minutes, and with the next one of the installation', async () => {
    const first = await begin();
    const second = await begin(first.frame);
    expect(await stateOf(first)).toEqual({ state: 'expired' });
    expect(await stateOf(second)).toEqual({ state: 'armed' });
    passTime(299_000);
    expect(await stateOf(second)).toEqual({ state: 'armed' });
    passTime(2_000);
    expect(await stateOf(second)).toEqual({ state: 'expired' });
  });

  it('still opens the wallet when the message was signed at the last moment', async () => {
    const begun = await begin();
    await farcaster.approve(begun.url, ADA);
    passTime(298_000);
    const { frame, given } = await redeem(begun);
    passTime(100_000);
    expect(await give(frame, given)).toHaveProperty('approvalGrant');
  });

  it('is known only to its installation', async () => {
    const { txn } = await begin();
    const stranger = await suite.frame();
    expect(await refused(stranger.ask('frame', readFarcasterSignInCall, { params: { txn } }))).toBe(
      '403 SIGN_IN_INVALID',
    );
  });

  it('gives one result to parallel polls, which one redemption takes', async () => {
    const begun = await begin();
    await farcaster.approve(begun.url, ADA);
    await stateOf(begun);
    const states = await Promise.all([1, 2, 3].map(() => stateOf(begun)));
    expect(new Set(states.map(({ resultCode }) => resultCode)).size).toBe(1);
    const redeemed = await Promise.allSettled([redeem(begun), redeem(begun)]);
    expect(redeemed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('says that the relay is down, or lost the channel', async () => {
    const down = farcasterRelay({ url: 'http://127.0.0.1:1', allowsHttp: true });
    const away = await processWith({ relay: down });
    expect(await refused((await away.frame()).ask('frame', startFarcasterSignInCall, { body: {} }))).toBe(
      '403 PROVIDER_UNAVAILABLE',
    );
    const { relay } = farcaster.setup;
    const lost = await processWith({ relay: { ...relay, read: () => relay.read('another') } });
    const begun = await begin(await lost.frame());
    expect(await stateOf(begun)).toEqual({ state: 'failed', failure: 'PROVIDER_RESPONSE_INVALID' });
  });

  it('shows no link of the relay to a page of the wallet service or the vault [SEC-103]', async () => {
    const { relay } = farcaster.setup;
    for (const page of ['https://wallet.example/window#x&mb=y', 'https://vault.example/approve#t=x']) {
      const lying = await processWith({
        relay: { ...relay, open: async asked => ({ ...(await relay.open(asked)), url: page }) },
      });
      const start = (await lying.frame()).ask('frame', startFarcasterSignInCall, { body: {} });
      expect(await refused(start)).toBe('403 PROVIDER_UNAVAILABLE');
    }
  });

  it('keeps waiting while the relay is down', async () => {
    const { relay } = farcaster.setup;
    const down = farcasterRelay({ url: 'http://127.0.0.1:1', allowsHttp: true });
    const away = await processWith({ relay: { ...relay, read: down.read } });
    expect(await stateOf(await begin(await away.frame()))).toEqual({ state: 'armed' });
  });

  it('fails when the registry cannot be read, at both services', async () => {
    const blind = idRegistry(['http://127.0.0.1:1']);
    const service = await processWith({ registry: blind });
    const begun = await begin(await service.frame());
    await farcaster.approve(begun.url, ADA);
    expect(await stateOf(begun)).toEqual({ state: 'failed', failure: 'PROVIDER_UNAVAILABLE' });
    const vault = await processWith({}, blind);
    const { frame, given } = await signIn(ADA, await vault.frame());
    expect(await refused(give(frame, given))).toBe('403 PROVIDER_UNAVAILABLE');
  });

  it('is not offered without a relay', async () => {
    const without = await walletSuite({ database: suite.database });
    onTestFinished(async () => {
      without.services.endWaits();
      await without.gateway.close();
    });
    expect(await refused((await without.frame()).ask('frame', startFarcasterSignInCall, { body: {} }))).toBe(
      '403 PROVIDER_UNAVAILABLE',
    );
    expect(await without.services.socialsOf('p')).not.toContain('farcaster');
    expect(await suite.services.socialsOf('p')).toContain('farcaster');
  });
});
