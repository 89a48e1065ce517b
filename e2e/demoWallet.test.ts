import { formatAuthMessage } from 'latchkit/walletconnect';
import { type Hex, toHex, verifyMessage } from 'viem';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { eventually } from './support/DemoPage.js';
import { connected, FIRST, FIRST_SOLANA, it, pairedIt, SECOND, SECOND_SOLANA } from './support/demoWallet.js';
import { CHAIN_A, CHAIN_B, PAGE_NAME, SOLANA } from './support/walletConnectDapp.js';

/** How a page may link to the wallet. */
const LINKS = [
  ['in the fragment', (uri: string) => `/wallet.html?csp=strict#uri=${uri}`],
  ['in the fragment, encoded', (uri: string) => `/wallet.html?csp=strict#uri=${encodeURIComponent(uri)}`],
  ['as wallets are opened', (uri: string) => `/wallet/wc?uri=${encodeURIComponent(uri)}`],
] as const;

describe('connecting', () => {
  it('pairs by a pasted link, and shows who asks for what', async ({ dapp, wallet }) => {
    const { uri, session } = dapp.connect({ chains: [CHAIN_A, CHAIN_B, SOLANA, 'eip155:1'] });
    await wallet.paste(uri);
    await wallet.asks('Connect to this page?');
    await wallet.page.getByText('page.example').waitFor();
    expect(await wallet.fact('Networks').textContent()).toBe('Local chain A, Local chain B, Local Solana');
    expect(await wallet.fact('Not here').textContent()).toBe('1 more that it asks for');
    expect(await wallet.fact('May ask to').textContent()).toContain('send transactions');
    await wallet.approve();
    const { namespaces } = await session;
    expect(namespaces.eip155?.accounts).toEqual([`${CHAIN_A}:${FIRST}`, `${CHAIN_B}:${FIRST}`]);
    expect(namespaces.solana?.accounts).toEqual([`${SOLANA}:${FIRST_SOLANA}`]);
    await wallet.connection(PAGE_NAME).waitFor();
    await eventually(() => wallet.notice.textContent(), `Connected to ${PAGE_NAME}.`);
  });

  it.runIf(process.env.LATCHKIT_FULL).for(LINKS)(
    'pairs by a link %s, once',
    async ([, path], { dapp, wallet }) => {
      const { uri, session } = dapp.connect({ chains: [CHAIN_A] });
      await wallet.page.goto('about:blank');
      await wallet.open(path(uri));
      await wallet.asks('Connect to this page?');
      expect(wallet.page.url()).not.toContain('wc:');
      await wallet.approve();
      await session;
      await wallet.page.reload();
      await wallet.connection(PAGE_NAME).waitFor();
      expect(await wallet.notice.textContent()).toBe('');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'follows a link that comes while it is open',
    async ({ dapp, wallet }) => {
      const { uri } = dapp.connect({ chains: [CHAIN_A] });
      await wallet.page.evaluate(link => {
        location.hash = `uri=${link}`;
      }, uri);
      await wallet.asks('Connect to this page?');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('reports what is wrong with a link', async ({ wallet }) => {
    await wallet.paste('https://page.example');
    await wallet.page.getByRole('alert').getByText('That is not a WalletConnect link').waitFor();
    const key = 'a'.repeat(64);
    await wallet.paste(`wc:${key}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=1`);
    await wallet.page.getByRole('alert').getByText('This link has expired').waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'refuses what it does not have, and tells the page that the visitor declined',
    async ({ dapp, wallet }) => {
      const { uri, session } = dapp.connect({ chains: ['eip155:1'] });
      await wallet.paste(uri);
      await wallet.asks('Connect to this page?');
      await wallet.page.getByText('This cannot be approved.').waitFor();
      expect(await wallet.page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
      await wallet.reject();
      await expect(session).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' });
      await eventually(
        () => wallet.notice.textContent(),
        `You declined. ${PAGE_NAME} was told, and got nothing else.`,
      );
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'signs in with the connection, by what the recap allows and the wallet can do',
    async ({ dapp, wallet }) => {
      const { uri, session } = dapp.connect({
        chains: [CHAIN_A, CHAIN_B],
        authentication: {
          domain: 'page.example',
          aud: 'https://page.example/login',
          nonce: 'abcdefgh12345678',
          statement: 'Sign in to the test.',
        },
      });
      await wallet.paste(uri);
      await wallet.asks('Sign in to this page?');
      expect(await wallet.message.textContent()).toContain('Sign in to the test. I further authorize');
      expect(await wallet.page.getByText('Look twice.').count()).toBe(0);
      await wallet.approve();
      const { auths = [], namespaces } = await session;
      expect(auths.map(({ p }) => p.iss)).toEqual([
        `did:pkh:${CHAIN_A}:${FIRST}`,
        `did:pkh:${CHAIN_B}:${FIRST}`,
      ]);
      for (const { p, s } of auths) {
        const signature = s.s as Hex;
        expect(await verifyMessage({ address: FIRST, message: formatAuthMessage(p), signature })).toBe(true);
      }
      expect(namespaces.eip155?.methods).toContain('personal_sign');
      expect(namespaces.eip155?.methods).not.toContain('eth_sign');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('warns about a sign-in to another site', async ({ dapp, wallet }) => {
    const { uri, session } = dapp.connect({
      chains: [CHAIN_A],
      authentication: { domain: 'bank.example', aud: 'https://bank.example', nonce: 'abcdefgh12345678' },
    });
    await wallet.paste(uri);
    await wallet.asks('Sign in to this page?');
    await wallet.page
      .getByText('The page says it is page.example, and wants a sign-in to bank.example.')
      .waitFor();
    await wallet.reject();
    await expect(session).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' });
  });
});

describe('the life of a connection', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'ends from either side, and the other side is notified',
    async ({ dapp, wallet }) => {
      await connected(dapp, wallet);
      await dapp.provider.disconnect();
      await wallet.connection(PAGE_NAME).waitFor({ state: 'detached' });
      await eventually(() => wallet.notice.textContent(), `${PAGE_NAME} disconnected.`);
      await connected(dapp, wallet);
      const ended = new Promise(resolve => dapp.provider.on('disconnect', resolve));
      await wallet.page.getByRole('button', { name: `Disconnect ${PAGE_NAME}` }).click();
      expect(await ended).toMatchObject({ code: 4900 });
      expect(dapp.provider.session).toBeUndefined();
      await wallet.page.getByText('No page is connected.').waitFor();
    },
  );

  pairedIt.runIf(process.env.LATCHKIT_FULL)(
    'survives a reload together with a pending request',
    async ({ pair: { dapp, wallet } }) => {
      await wallet.page.reload();
      await wallet.connection(PAGE_NAME).waitFor();
      const params = [toHex('after the reload'), FIRST];
      const answer = awaitedLater(dapp.request({ method: 'personal_sign', params }, CHAIN_A));
      await wallet.asks('Sign this message?');
      await wallet.page.reload();
      await wallet.asks('Sign this message?');
      await wallet.approve();
      const signature = (await answer) as Hex;
      expect(await verifyMessage({ address: FIRST, message: 'after the reload', signature })).toBe(true);
    },
  );

  pairedIt.runIf(process.env.LATCHKIT_FULL)(
    'receives a request that was sent while it was closed',
    async ({ pair: { dapp, wallet } }) => {
      await wallet.page.goto('about:blank');
      const params = [toHex('while away'), FIRST];
      const answer = awaitedLater(dapp.request({ method: 'personal_sign', params }, CHAIN_A));
      await wallet.open();
      await wallet.asks('Sign this message?');
      await wallet.approve();
      const signature = (await answer) as Hex;
      expect(await verifyMessage({ address: FIRST, message: 'while away', signature })).toBe(true);
    },
  );

  pairedIt.runIf(process.env.LATCHKIT_FULL)(
    'tells the page of another account and another network',
    async ({ pair: { dapp, wallet } }) => {
      const chain = new Promise(resolve => dapp.provider.on('chainChanged', resolve));
      await wallet.page.getByLabel('Network').selectOption('Local chain B');
      expect(await chain).toEqual({ namespace: 'eip155', chainId: CHAIN_B });
      await wallet.page.getByLabel('Account').selectOption('Account 2');
      await eventually(() => [...dapp.provider.addresses('eip155')], [SECOND]);
      await eventually(() => [...dapp.provider.addresses('solana')], [SECOND_SOLANA]);
      const answer = awaitedLater(
        dapp.request({ method: 'personal_sign', params: [toHex('second'), SECOND] }, CHAIN_B),
      );
      await wallet.asks('Sign this message?');
      expect(await wallet.fact('Account').textContent()).toBe('Account 2');
      await wallet.approve();
      expect(
        await verifyMessage({ address: SECOND, message: 'second', signature: (await answer) as Hex }),
      ).toBe(true);
      await wallet.page.reload();
      await wallet.connection(PAGE_NAME).waitFor();
      await eventually(() => wallet.page.getByLabel('Account').inputValue(), '1');
      await eventually(() => wallet.page.getByLabel('Network').inputValue(), CHAIN_B);
      await wallet.page.getByLabel('Account').selectOption('Account 1');
      await wallet.page.getByLabel('Network').selectOption('Local chain A');
      await eventually(() => [...dapp.provider.addresses('eip155')], [FIRST]);
    },
  );

  pairedIt.runIf(process.env.LATCHKIT_FULL)(
    'shows requests one at a time, oldest first',
    async ({ pair: { dapp, wallet } }) => {
      const sign = (text: string) =>
        dapp.request({ method: 'personal_sign', params: [toHex(text), FIRST] }, CHAIN_A);
      const first = awaitedLater(sign('one'));
      await wallet.asks('Sign this message?');
      const second = awaitedLater(sign('two'));
      await wallet.page.getByText('1 of 2').waitFor();
      expect(await wallet.message.textContent()).toBe('one');
      await wallet.approve();
      expect(await verifyMessage({ address: FIRST, message: 'one', signature: (await first) as Hex })).toBe(
        true,
      );
      await eventually(() => wallet.message.textContent(), 'two');
      await wallet.reject();
      await expect(second).rejects.toMatchObject({ code: 4001 });
    },
  );
});
