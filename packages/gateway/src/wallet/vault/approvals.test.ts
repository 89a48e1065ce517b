import { randomUUID } from 'node:crypto';
import { startApprovalCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import type { WalletFrame } from '../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';
import { identityHash } from '../shared/emailIdentity.js';
import { TOKEN_KINDS } from '../shared/serviceTokens.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const ask = (frame: WalletFrame, body: object, page = PAGE) =>
  refused(frame.ask('vault', startApprovalCall, { body: { encJwk: frame.encJwk, ...body }, page }));

describe('askApproval', () => {
  it('mails nobody without a start token of the gateway for this address and installation', async () => {
    const [frame, thief] = [await suite.frame(), await suite.frame()];
    const [email, victim] = [suite.address(), suite.address()];
    const { startToken = '', txn } = await frame.start(email);
    const [gateway, vault] = suite.services.stores;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: suite.servers.frameUrl, aud: suite.servers.vaultUrl, txn, jkt: frame.jkt, jti: txn },
      ...{ idh: identityHash(txn, 'email', victim), exp: now + 60 },
      ...{ projectId: PAGE.project, project: 'Shop', hostOrigin: PAGE.origin },
    };
    const kind = TOKEN_KINDS.signInStart;
    expect(await ask(frame, { email: victim })).toBe('400 INVALID_BODY');
    expect(await ask(frame, { email: victim, txn: randomUUID() })).toBe('400 INVALID_BODY');
    // A token for another address, and one used by another installation.
    expect(await ask(frame, { email: victim, startToken })).toBe('403 GRANT_INVALID');
    expect(await ask(thief, { email, startToken })).toBe('403 GRANT_INVALID');
    // Signed by the vault, of another kind, for another service, and expired.
    for (const forged of [
      await vault?.keys.sign(kind, claims),
      await gateway?.keys.sign(TOKEN_KINDS.authReceipt, claims),
      await gateway?.keys.sign(kind, { ...claims, aud: suite.servers.frameUrl }),
      await gateway?.keys.sign(kind, { ...claims, exp: now - 1 }),
    ]) {
      expect(await ask(frame, { email: victim, startToken: forged })).toBe('403 GRANT_INVALID');
    }
    expect(suite.inbox.mails(victim)).toEqual([]);
    expect(suite.inbox.mails(email)).toEqual([]);
    expect(await ask(frame, { email, startToken })).toBe('not refused');
    expect(suite.inbox.mails(email)).toHaveLength(1);
  });

  it('names the page that the wallet service checked, whatever the caller claims', async () => {
    const origin = 'https://closed.example';
    const project = { id: 'closed', name: 'Closed shop', features: {}, allowedOrigins: [origin] };
    await suite.gateway.projects.save(project);
    const page = { project: 'closed', origin };
    const frame = await suite.frame(page);
    const email = suite.address();
    const { startToken } = await frame.start(email);
    const elsewhere = { project: 'made-up', origin: 'https://accounts.google.example' };
    expect(await ask(frame, { email, startToken }, elsewhere)).toBe('not refused');
    const [mail] = suite.inbox.mails(email);
    expect(mail?.text).toContain('closed.example');
    expect(mail?.text).not.toContain('google');
    const token = /#t=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { json } = await frame.call('vault', '/v1/approvals/look', { body: { token } });
    expect(json).toMatchObject({ hostOrigin: origin, project: 'Closed shop' });
  });

  it('names the project in no email and on no page of a link for an origin that only matches its pattern [SEC-130]', async () => {
    const named = 'https://market.example';
    const allowedOrigins = [named, 'https://*.market.example'];
    await suite.gateway.projects.save({ id: 'market', name: 'The Market', features: {}, allowedOrigins });
    for (const [origin, shown] of [
      [named, 'The Market'],
      ['https://user-7.market.example', ''],
    ] as const) {
      const frame = await suite.frame({ project: 'market', origin });
      const email = suite.address();
      const { token } = await frame.askApproval(await frame.start(email), email);
      const { json } = await frame.call('vault', '/v1/approvals/look', { body: { token } });
      expect(json).toMatchObject({ hostOrigin: origin, project: shown });
      passTime(31_000);
      await frame.signIn(email);
      const naming = suite.inbox
        .mails(email)
        .map(({ text, html }) => `${text}${html}`.includes('The Market'));
      // Two links and a code.
      expect(naming).toEqual(Array(3).fill(shown !== ''));
    }
  });

  it('says in the email and on the page which address to compare', async () => {
    const frame = await suite.frame();
    const email = suite.address();
    await frame.askApproval(await frame.start(email), email);
    const [mail] = suite.inbox.mails(email);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Check that the address of the page you’re logging in on is shop.example');
    }
    const response = await suite.servers.fetch(new Request(`${suite.servers.vaultUrl}/approve?lang=en`));
    expect(await response.text()).toContain('Check that the address of the page you’re logging in on is');
  });

  it('sends the email again for the same sign-in until the token expires', async () => {
    const frame = await suite.frame();
    const email = suite.address();
    const { startToken } = await frame.start(email);
    expect(await ask(frame, { email, startToken })).toBe('not refused');
    passTime(31_000);
    expect(await ask(frame, { email, startToken })).toBe('not refused');
    expect(suite.inbox.mails(email)).toHaveLength(2);
    passTime(30 * 60_000);
    expect(await ask(frame, { email, startToken })).toBe('403 GRANT_INVALID');
  });
});
