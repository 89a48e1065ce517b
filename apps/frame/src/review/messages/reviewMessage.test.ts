import { base58, base64 } from '@scure/base';
import { formatSiwxMessage, revokeSignInMessage, type SiwxMessage } from 'latchkit/protocol';
import { stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { contextOf, OTHER, OWN } from '../model/reviewContext.test-support.js';
import { reviewMessage, reviewSolanaMessage } from './reviewMessage.js';

const signIn = (changes: Partial<SiwxMessage> = {}): SiwxMessage => ({
  domain: 'app.example',
  accountAddress: OWN,
  chainId: 'eip155:1',
  uri: 'https://app.example/login',
  version: '1',
  nonce: 'abcdefgh1234',
  issuedAt: '2026-01-01T00:00:00Z',
  ...changes,
});
const review = (text: string, context = contextOf()) => reviewMessage(stringToHex(text), context);
const textOf = (message: SiwxMessage) => formatSiwxMessage(message);

describe('reviewMessage', () => {
  it('shows a readable message in full as R1, since it moves nothing', () => {
    const shown = review('Please\nsign');
    expect(shown).toMatchObject({ risk: 'R1', message: 'Please\nsign', blocks: [], warnings: [] });
    expect(shown.raw.map(({ label }) => label)).toEqual(['raw.message', 'raw.signedHash']);
  });

  it('shows as data what may be a hash, a key or a signature, whatever it spells', () => {
    // A hash with a free field can be chosen to be text: one in 2^36 is, of any letters.
    const chosen = 'k9ܓӴ.Ё#qΩ~Wտ^Rƃ}ԅ/nĿ"Jab';
    expect(new TextEncoder().encode(chosen)).toHaveLength(32);
    const digits = 'c0ffee'.repeat(11);
    const shown = [20, 32, 33, 64, 65].map(length => `é${'~'.repeat(length - 2)}`);
    for (const text of [chosen, ...shown, `0x${digits.slice(0, 64)}`, digits.slice(0, 40), `\n${digits} `]) {
      expect(review(text), text).toMatchObject({
        risk: 'R3',
        action: { text: 'action.signData' },
        warnings: [{ text: 'warning.unreadable' }],
      });
    }
    for (const text of ['A sentence of just 32 letters ok', 'Nonce: 0xc0ffee', 'ééé']) {
      expect(review(text), text).toMatchObject({ risk: 'R1', warnings: [] });
    }
  });

  it('finds each form of a sign-in, and reads the longest message at once', () => {
    const words = 'wants you to sign in with your';
    for (const [text, domain] of [
      [`evil.example ${words} Ethereum account`, 'evil.example'],
      [`  https://evil.example\t${words}`, 'evil.example'],
      [`Hi\revil.example\u2028\n ${words.replaceAll(' ', '\n')}`, 'evil.example'],
      [`the site\n${words}`, ''],
    ] as const) {
      const slots = { domain, site: 'app.example' };
      expect(review(text).blocks, text).toEqual([{ text: 'block.domain', slots }]);
    }
    for (const text of [`he who ${words}`, 'It wants you to sign']) expect(review(text).blocks).toEqual([]);
    const length = 131_072;
    const long = ['\n', ' ', 'wants ', `wants${' '.repeat(500)}`].map(part =>
      part.repeat(length / part.length),
    );
    const started = performance.now();
    for (const text of long) review(`a${text}`);
    // A search from each character takes minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('classifies a sign-in to the host page as R1 only if every field is valid', () => {
    expect(review(textOf(signIn()))).toMatchObject({ risk: 'R1', warnings: [], blocks: [] });
    const others: readonly [Partial<SiwxMessage>, string][] = [
      [{ uri: 'https://other.example/' }, 'warning.signInUri'],
      [{ scheme: 'http' }, 'warning.signInUri'],
      [{ chainId: 'eip155:10' }, 'warning.signInChain'],
      [{ accountAddress: OTHER }, 'warning.signInAccount'],
      [{ resources: ['https://app.example/terms', 'urn:recap:eyJhdHQiOnt9fQ'] }, 'warning.signInRights'],
    ];
    for (const [changes, warning] of others) {
      expect(review(textOf(signIn(changes)))).toMatchObject({ risk: 'R2', warnings: [{ text: warning }] });
    }
  });

  it('blocks a sign-in to another site, however it is written [SEC-65]', () => {
    const other = textOf(signIn({ domain: 'bank.example', uri: 'https://bank.example/' }));
    const texts = [
      other,
      `\n${other}`,
      `Hello\n${other}`,
      other.replace('bank.example wants', '  bank.example  WANTS'),
      'https://bank.example wants you to sign in with your Ethereum account:\nwhatever',
      other.replace('bank.example', 'app.example.bank.example'),
    ];
    for (const text of texts) {
      expect(review(text).blocks, text).toEqual([expect.objectContaining({ text: 'block.domain' })]);
    }
    // The port is part of the site.
    expect(review(textOf(signIn({ domain: 'app.example:8443' }))).blocks).toHaveLength(1);
  });

  it('warns about a message that looks like a sign-in but is not valid', () => {
    const text = 'app.example wants you to sign in with your Ethereum account:\nand more';
    expect(review(text)).toMatchObject({ risk: 'R2', warnings: [{ text: 'warning.malformedSignIn' }] });
  });

  it('blocks a text that is an order about the account, whichever page shows it as a message [SEC-112]', () => {
    const name = { name: 'ada.example.com', timestamp: 1_800_000_000 };
    const session = (gateway?: string) => revokeSignInMessage(`eip155:1:${OWN}`, 'f'.repeat(32), gateway);
    const ours = contextOf({ gateway: 'https://gateway.example' });
    for (const text of [
      JSON.stringify({ action: 'transfer', to: OTHER, ...name }),
      JSON.stringify({ attributes: {}, ...name }),
      session(),
      session('https://other.example'),
    ]) {
      expect(review(text, ours).blocks, text).toEqual([{ text: 'block.order' }]);
      expect(review(text).blocks, text).toEqual([{ text: 'block.order' }]);
    }
    expect(review(session('https://gateway.example'), ours)).toMatchObject({
      action: { text: 'action.endSession' },
      blocks: [],
    });
  });

  it('classifies bytes that are not text as R3, since they may be any hash', () => {
    const hash = `0x${'9c'.repeat(32)}`;
    expect(reviewMessage(hash, contextOf())).toMatchObject({ risk: 'R3', message: hash });
    expect(reviewMessage('0x', contextOf())).toMatchObject({ risk: 'R3' });
    expect(reviewMessage(stringToHex('bell \u0007'), contextOf())).toMatchObject({ risk: 'R3' });
  });
});

describe('reviewSolanaMessage', () => {
  const solana = contextOf({
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    account: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  });
  const bytesOf = (text: string) => base64.encode(new TextEncoder().encode(text));

  it('blocks an order about the account in a Solana message [SEC-112]', () => {
    const order = revokeSignInMessage(`${solana.chainId}:${solana.account}`, 'f'.repeat(32));
    expect(reviewSolanaMessage(bytesOf(order), solana).blocks).toEqual([{ text: 'block.order' }]);
  });

  it('recognizes a sign-in with Solana and blocks one to another site [SEC-65]', () => {
    const own = signIn({
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      accountAddress: solana.account,
    });
    expect(reviewSolanaMessage(bytesOf(textOf(own)), solana)).toMatchObject({ risk: 'R1', blocks: [] });
    const other = textOf({ ...own, domain: 'bank.example' });
    expect(reviewSolanaMessage(bytesOf(other), solana).blocks).toHaveLength(1);
  });

  it('blocks what could be a transaction of any version, and no text', () => {
    const blocks = (bytes: readonly number[]) =>
      reviewSolanaMessage(base64.encode(Uint8Array.from(bytes)), solana).blocks;
    const transaction = [{ text: 'block.transaction' }];
    const key = base58.decode(solana.account);
    const encoded = (text: string) => [...new TextEncoder().encode(text)];
    // Version 1: header, configuration mask, lifetime, counts, then the accounts.
    const ofVersion1 = [0x81, 1, 0, 1, 0, 0, 0, 0, ...key, 1, 2, ...key, ...key, 0, 1, 0, 0, 2];
    for (let version = 0; version < 128; version += 1) {
      expect(blocks([0x80 | version, ...ofVersion1.slice(1)]), String(version)).toEqual(transaction);
      expect(blocks([0x80 | version, 0xff]), String(version)).toEqual(transaction);
    }
    expect(blocks([...encoded('hello'), ...key])).toEqual(transaction);
    for (const text of ['hello', 'Olá', 'Ещё раз', '你好', '🔑', solana.account]) {
      expect(blocks(encoded(text)), text).toEqual([]);
    }
  });
});
