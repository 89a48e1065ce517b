import { randomBytes, randomUUID } from 'node:crypto';
import type { FramePayload } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentEvidenceClients } from '../../../../packages/gateway/src/social/evidenceClients.js';
import { oauthClient } from '../../../../packages/gateway/src/social/oauthClient.js';
import type { FindProvider } from '../../../../packages/gateway/src/social/SocialParts.js';
import {
  type Choice,
  startProviders,
  type TestProviders,
} from '../../../../packages/gateway/test/wallet/socialProviders.js';
import { type SocialVisitor, socialVisitor } from '../../../../packages/gateway/test/wallet/socialVisitor.js';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { accountsOf, createBrowser, openWallet, type Wallet } from './walletPart.test-support.js';

const ADA = { person: 'ada' };

let providers: TestProviders;
let suite: WalletSuite;
let visitor: SocialVisitor;
beforeAll(async () => {
  const findProvider: FindProvider = async (_, provider) => providers.setup(provider);
  providers = await startProviders('https://wallet.example/v1/auth/social/callback');
  suite = await walletSuite({
    social: { findProvider, client: oauthClient({ allowsHttp: true, timeout: 2_000 }) },
    findClient: deploymentEvidenceClients({}, findProvider),
  });
  visitor = socialVisitor(suite, providers);
});
afterAll(async () => {
  await suite.close();
  await providers.close();
});

type Provider = FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider'];

/** Starts a login and opens its popup, which gives its secret to the wallet page. */
async function begin(wallet: Wallet, provider: Provider = 'google', give = true) {
  const { uri } = await wallet.call('GET_SOCIAL_REDIRECT_URI', { provider });
  const txn = new URL(uri).hash.slice(1);
  const secret = randomBytes(32).toString('base64url');
  const armed = await visitor.arm(txn, secret);
  const replies = give ? wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret }) : [];
  const finish = async (choice: Choice) => {
    const answer = await providers.choose(armed.authorizeUrl, choice);
    return (await visitor.callback(answer, armed.cookie)).href;
  };
  return { uri, txn, secret, replies, finish };
}

/** Logs in, and returns the host's user. */
async function logIn(wallet: Wallet, provider: Provider = 'google', choice: Choice = ADA) {
  const { finish } = await begin(wallet, provider);
  return wallet.call('CONNECT_SOCIAL', { uri: await finish(choice), chainId: 'eip155:1' });
}

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('social login in the wallet page', () => {
  it.each(['google', 'github', 'x'] as const)(
    'opens the same wallet with %s on each installation, and again',
    async provider => {
      const browser = await createBrowser();
      const wallet = await openWallet(suite, browser);
      const user = await logIn(wallet, provider);
      expect(user).toMatchObject({ authProvider: provider, chainId: 'eip155:1', email: undefined });
      await wallet.call('SIGN_OUT', {});
      expect(await logIn(wallet, provider)).toEqual(user);
      const other = await openWallet(suite, await createBrowser());
      expect((await logIn(other, provider)).accounts).toEqual(user.accounts);
      const reloaded = await openWallet(suite, browser);
      expect(await reloaded.call('GET_USER', { chainId: 'eip155:1' })).toEqual(user);
    },
  );

  it("names the user, with a hostile name's hidden characters written out", async () => {
    const ada = await logIn(await openWallet(suite, await createBrowser()));
    expect(ada.userName).toBe('Ada Lovelace');
    const eve = await logIn(await openWallet(suite, await createBrowser()), 'google', { person: 'eve' });
    expect(eve.userName).toContain('⟨U+202E⟩');
  });

  it('confirms only the secret of its own login, from a window of its own origin', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { txn, secret, replies } = await begin(wallet);
    expect(replies).toEqual([{ lk: 1, type: 'SOCIAL_SECRET_KEPT', txn }]);
    const give = (message: object, origin?: string) =>
      wallet.tellWindow({ lk: 1, type: 'SOCIAL_SECRET', txn, secret, ...message }, origin);
    expect(give({ txn: randomUUID() })).toEqual([]);
    expect(give({}, 'https://evil.example')).toEqual([]);
    expect(give({ secret: randomBytes(32).toString('base64url') })).toEqual([]);
    expect(give({})).toHaveLength(1);
  });

  it('refuses the result of a login that it did not start, or whose popup gave no secret', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const attacker = await openWallet(suite, await createBrowser());
    const theirs = await begin(attacker);
    const uri = await theirs.finish(ADA);
    await begin(wallet);
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('LOGIN_EXPIRED'));
    const silent = await begin(wallet, 'google', false);
    const unbound = await silent.finish(ADA);
    await expect(wallet.call('CONNECT_SOCIAL', { uri: unbound })).rejects.toEqual(code('LOGIN_EXPIRED'));
    const elsewhere = uri.replace('https://wallet.example', 'https://evil.example');
    await expect(attacker.call('CONNECT_SOCIAL', { uri: elsewhere })).rejects.toEqual(code('LOGIN_EXPIRED'));
    expect(await accountsOf(wallet).catch(error => error.code)).toBe('NOT_CONNECTED');
  });

  it('waits for a login whose popup cannot report its result', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { uri, finish } = await begin(wallet);
    const connected = wallet.call('CONNECT_SOCIAL', { uri });
    await finish(ADA);
    expect(await connected).toMatchObject({ userName: 'Ada Lovelace' });
  });

  it('ends the wait when the popup was closed before it left, or at the host’s request', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const closed = await begin(wallet, 'google', false);
    await expect(wallet.call('CONNECT_SOCIAL', { uri: closed.uri })).rejects.toEqual(code('POPUP_CLOSED'));
    const { uri } = await begin(wallet);
    const end = new AbortController();
    const waiting = wallet.call('CONNECT_SOCIAL', { uri }, end.signal);
    end.abort();
    await expect(waiting).rejects.toEqual(code('ABORTED'));
  });

  it('says that the user refused', async () => {
    const wallet = await openWallet(suite, await createBrowser());
    const { finish } = await begin(wallet);
    const uri = await finish({ person: '' });
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('LOGIN_REFUSED'));
    await expect(wallet.call('CONNECT_SOCIAL', { uri })).rejects.toEqual(code('LOGIN_EXPIRED'));
  });
});
