import { describe, expect, it } from 'vitest';
import { reviewPasskey, reviewPassword } from '../review/messages/reviewPasskey.js';
import { reviewManage, reviewProvision } from '../review/messages/reviewSibling.js';
import type { Review } from '../review/model/Review.js';
import { windowOffer } from './windowMessages.js';

/** A PNG of one pixel. */
const ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A review with everything that one can have. */
const FULL: Review = {
  risk: 'R2',
  action: { text: 'action.useWallet', slots: { site: 'shop.example' } },
  lead: { text: 'lead.manage' },
  labels: { approve: 'screen.useWallet', reject: 'screen.notNow' },
  changes: [
    {
      tone: 'out',
      line: { text: 'change.out', slots: { amount: { number: '1.5' }, token: 'USDC' } },
      note: { text: 'note.listedToken', slots: { name: 'USD Coin' } },
      image: 'usdc-1',
    },
  ],
  calls: { order: 'screen.fields', list: [{ action: { text: 'action.manage' }, changes: [], facts: [] }] },
  facts: [
    { label: 'fact.to', value: { address: `0x${'11'.repeat(20)}` } },
    { label: 'fact.memo', value: { plain: 'Hi' } },
    { label: 'fact.fee', value: { text: 'change.upTo', slots: { amount: { number: '0' }, token: 'SOL' } } },
  ],
  limits: [{ amount: { value: '1000', decimals: 6 }, end: 1_900_000_000 }, { end: 1_900_000_000 }],
  warnings: [{ text: 'warning.openWallet' }],
  blocks: [{ text: 'block.chain', slots: { chain: 'Ethereum' } }],
  shortage: { text: 'shortage.coin', slots: { token: 'ETH' } },
  message: 'hello',
  fields: [{ path: 'mail.to', value: 'Bob', as: 'address' }],
  raw: [{ label: 'raw.message', text: '0x68' }],
};

const OFFER = {
  lk: 1,
  type: 'OFFER',
  id: crypto.randomUUID(),
  projectId: '0'.repeat(32),
  isSwapped: false,
  identity: {
    hostOrigin: 'https://shop.example',
    claimedName: 'Shop',
    icon: ICON,
    login: 've•••@mail.example',
    account: `0x${'11'.repeat(20)}`,
    accountName: 'vera',
    chainId: 'eip155:1',
    network: 'Ethereum',
  },
  signings: [{ id: '1', kind: 'message', chainId: 'eip155:1', account: '', payload: '0x68' }],
  review: FULL,
  status: 'screen.simulated',
  digest: 'A'.repeat(43),
};

const accepts = (offer: unknown) => windowOffer.safeParse(offer).success;

/** The paths to all values of an object, itself included. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

/** A copy with another value at a path. */
function withAt(value: unknown, [key, ...rest]: readonly string[], put: (old: unknown) => unknown): unknown {
  if (key === undefined) return put(value);
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = withAt(copy[key], rest, put);
  return copy;
}

describe('windowOffer', () => {
  it('accepts the reviews of the wallet pages as they are', () => {
    const own = [
      reviewPasskey(),
      reviewPassword(),
      reviewManage('https://wallet.example'),
      reviewProvision('http://a.test:1'),
    ];
    for (const review of [FULL, ...own]) {
      const offer = { ...OFFER, review };
      expect(windowOffer.parse(offer)).toEqual(offer);
      expect(windowOffer.parse(JSON.parse(JSON.stringify(offer)))).toEqual(offer);
    }
  });

  it('refuses a review that is anything else in any place [SEC-103]', () => {
    for (const path of pathsOf(OFFER)) {
      const wrong: unknown[] = [
        null,
        7n,
        [{ tagName: 'SCRIPT' }],
        'x'.repeat(2_000_000),
        Array(20_000).fill('x'),
      ];
      // The names of slots are free; those that a text does not have are not shown.
      if (path.at(-1) !== 'slots') wrong.push({ tagName: 'SCRIPT' });
      const accepted = wrong.filter(value => accepts(withAt(OFFER, path, () => value)));
      expect(accepted, path.join('.')).toEqual([]);
    }
  });

  it('refuses a further member of any object, and a text that is not in the catalogue [SEC-103]', () => {
    for (const path of pathsOf(OFFER)) {
      const [name, owner] = [path.at(-1), path.at(-3)];
      const isObject = (old: unknown): old is object => typeof old === 'object' && !Array.isArray(old);
      const more = withAt(OFFER, path, old => (isObject(old) ? { ...old, more: 'x' } : ['x']));
      if (name !== 'slots') expect(accepts(more), path.join('.')).toBe(false);
      const isKey = ['text', 'label', 'approve', 'reject', 'order', 'status'].includes(name ?? '');
      if (!isKey || (owner === 'raw' && name === 'text')) continue;
      for (const text of ['Press Approve', '__proto__', 'constructor', 'toString']) {
        expect(accepts(withAt(OFFER, path, () => text)), `${path.join('.')}: ${text}`).toBe(false);
      }
    }
  });

  it('refuses more entries than any request has, and pages that no browser names [SEC-103]', () => {
    for (const path of pathsOf(OFFER)) {
      const many = withAt(OFFER, path, old => (Array.isArray(old) ? Array(10_001).fill(old[0]) : 7n));
      expect(accepts(many), path.join('.')).toBe(false);
    }
    for (const hostOrigin of ['javascript:alert(1)', 'data:text/html,x', 'shop.example']) {
      expect(accepts({ ...OFFER, identity: { ...OFFER.identity, hostOrigin } }), hostOrigin).toBe(false);
    }
    for (const signings of [[], Array(21).fill(OFFER.signings[0])]) {
      expect(accepts({ ...OFFER, signings })).toBe(false);
    }
  });
});
