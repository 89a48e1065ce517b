import { randomBytes, randomUUID } from 'node:crypto';
import {
  inspectApprovalCall,
  readRevocationCall,
  sendSignInCodeCall,
  startSocialSignInCall,
  verifySignInCodeCall,
} from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../../../test/refused.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { type Allowance, WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import { VAULT_SCHEMA } from '../../vault/vaultMigrations.js';
import { SOCIAL_ALLOWANCES } from '../social/socialLimits.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';

const NETWORK = '203.0.113.7';
const LIMITED = '429 RATE_LIMITED';

let suite: WalletSuite;
beforeAll(async () => {
  // The limits of production, with all callers behind one address.
  suite = await walletSuite({ allowanceFactor: 1, address: () => NETWORK });
});
afterAll(() => suite.close());

/** As if strangers in the network had used it up. */
async function exhaust(kind: string, { window }: Allowance, schema = WALLET_SCHEMA): Promise<void> {
  await suite.database.query(
    `insert into ${schema}.counters (key, count, expires_at) values ($1, 1000000, now() + interval '1 hour')
     on conflict (key) do update set count = excluded.count, expires_at = excluded.expires_at`,
    [`${kind}:${window}:${NETWORK}`],
  );
}

async function release(): Promise<void> {
  await suite.database.script(`delete from ${WALLET_SCHEMA}.counters; delete from ${VAULT_SCHEMA}.counters`);
}

const newId = () => randomBytes(32).toString('base64url');
const answerOf = async (asked: ReturnType<WalletFrame['call']>) => {
  const { status, json } = await asked;
  return json.error === undefined ? 'not refused' : `${status} ${json.error.code}`;
};
const register = (frame: WalletFrame) => refused(frame.register());
const openBox = (frame: WalletFrame) =>
  answerOf(frame.call('frame', '/v1/mailbox', { body: { id: newId() } }));

/** Every limit that callers share, and who is spared when strangers have used it up. */
const SHARED: Readonly<Record<string, string>> = {
  installationsOfNetwork: 'devices with a share',
  signInsOfNetwork: 'devices with a share; social logins, passkeys and vouching have limits of their own',
  signInsOfWideNetwork:
    'devices with a share of the address; the price of one network that sends no more mails',
  mailsOfWideNetwork: 'devices with a share of the address; a stranger in the network must not fill an inbox',
  mailsToAddress: 'devices with a share of the address; a stranger in the network must not fill an inbox',
  strangersOfAddress: 'everyone: the puzzle gets harder',
  strangersOfProject: 'everyone: the puzzle gets harder',
  wrongDirectCodesOfNetwork: 'everyone: new devices need the link',
  evidenceOfNetwork: 'nobody; it takes a sign-in that the wallet service counted',
  looksOfNetwork: 'who has a valid link, or was revoked',
  mailboxesOfNetwork: 'devices with a share',
  sealedMessagesOfNetwork: 'devices with a share; it takes a mailbox of one’s own',
  mailboxReadsOfNetwork: 'the keys of the mailbox',
  startsOfNetwork: 'devices with a share',
  callbacksOfNetwork: 'sign-ins that the wallet service began',
};

describe('limits that the callers of a network share', () => {
  it('are all known, with who is spared', () => {
    const names = [...Object.keys(WALLET_ALLOWANCES), ...Object.keys(SOCIAL_ALLOWANCES)];
    const shared = names.filter(name => /Network|Project|Address$/.test(name));
    expect(Object.keys(SHARED).sort()).toEqual(shared.sort());
  });

  it('refuse no right code because of the wrong ones of a stranger behind the same address [SEC-118]', async () => {
    const email = suite.address();
    const user = await suite.frame();
    const started = await user.start(email);
    const { id, token } = await user.askApproval(started, email);
    await user.decide(token, true);
    const approvalGrant = await user.grant(id);
    await user.ask('frame', sendSignInCodeCall, { body: { txn: started.txn, approvalGrant } });
    const right = user.code(email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let key = 0; key < 2; key += 1) {
      const stranger = await suite.frame();
      const guess = (txn: string) =>
        refused(stranger.ask('frame', verifySignInCodeCall, { body: { txn, otp: wrong } }));
      // Of the user's sign-in too, whose tries are not used up.
      for (let count = 0; count < 10; count += 1) expect(await guess(started.txn)).toBe('403 OTP_INVALID');
      for (let count = 10; count < 60; count += 1) expect(await guess(randomUUID())).toBe('403 OTP_INVALID');
      expect(await guess(randomUUID())).toBe(LIMITED);
    }
    expect((await user.verify(started.txn, right)).user.email).toBe(email);
  });

  it('spare devices that hold a share of a wallet [SEC-118]', async () => {
    const device = await suite.frame();
    await device.create(await device.signIn(suite.address()));
    const stranger = await suite.frame();
    const social = (frame: WalletFrame) =>
      refused(frame.ask('frame', startSocialSignInCall, { body: { provider: 'google', way: 'popup' } }));
    const cases = [
      ['installation', WALLET_ALLOWANCES.installationsOfNetwork, register],
      ['mailbox network', WALLET_ALLOWANCES.mailboxesOfNetwork, openBox],
      ['social network', SOCIAL_ALLOWANCES.startsOfNetwork, social],
      [
        'sign-in of network',
        WALLET_ALLOWANCES.signInsOfNetwork,
        (frame: WalletFrame) => refused(frame.start(suite.address())),
      ],
    ] as const;
    for (const [kind, allowance, use] of cases) {
      await release();
      await exhaust(kind, allowance);
      expect(await use(stranger), kind).toBe(LIMITED);
      expect(await use(device), kind).not.toBe(LIMITED);
      // Its own limit is as high, and not higher.
      await suite.database.script(
        `update ${WALLET_SCHEMA}.counters set count = 1000000 where key like '% of device:%'`,
      );
      expect(await use(device), kind).toMatch(/^429 /);
    }
    await release();
  });

  it('keep nobody from a link, a mailbox or an objection of their own [SEC-118]', async () => {
    await release();
    const email = suite.address();
    const user = await suite.frame();
    const { token } = await user.askApproval(await user.start(email), email);
    const [id, window] = [newId(), await suite.frame(suite.portalPage)];
    await user.call('frame', '/v1/mailbox', { body: { id } });
    await window.call('frame', `/v1/mailbox/${id}/open`, { body: {} });
    await user.call('frame', `/v1/mailbox/${id}/messages/0`, { method: 'PUT', body: { ct: 'sealed' } });
    await exhaust('look', WALLET_ALLOWANCES.looksOfNetwork, VAULT_SCHEMA);
    await exhaust('letter look', WALLET_ALLOWANCES.mailboxReadsOfNetwork);
    await exhaust('revoked', WALLET_ALLOWANCES.looksOfNetwork);
    const look = (of: string) =>
      answerOf(user.call('vault', inspectApprovalCall.path, { body: { token: of } }));
    expect(await look(newId())).toBe(LIMITED);
    expect(await look(token)).toBe('not refused');
    const read = (box: string, frame: WalletFrame) =>
      answerOf(frame.call('frame', `/v1/mailbox/${box}/messages/0`));
    expect(await read(newId(), window)).toBe(LIMITED);
    expect(await read(id, window)).toBe('not refused');
    expect(await refused(user.ask('frame', readRevocationCall))).toBe(LIMITED);
    await release();
  });
});
