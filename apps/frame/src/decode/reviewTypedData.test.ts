import { hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { readTypedData, type TypedData } from './readTypedData.js';
import { contextOf, OTHER, OWN, TOKEN } from './reviewContext.test-support.js';
import { reviewTypedData } from './reviewTypedData.js';

const field = (type: string, name: string) => ({ name, type });
const permit = (changes: Partial<TypedData> = {}): TypedData => ({
  types: {
    EIP712Domain: [
      field('string', 'name'),
      field('uint256', 'chainId'),
      field('address', 'verifyingContract'),
    ],
    Permit: [
      field('address', 'owner'),
      field('address', 'spender'),
      field('uint256', 'value'),
      field('uint256', 'nonce'),
      field('uint256', 'deadline'),
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'Coin', chainId: 1, verifyingContract: TOKEN },
  message: { owner: OWN, spender: OTHER, value: '5', nonce: 0, deadline: 1_900_000_000 },
  ...changes,
});
const review = (typed: unknown) => {
  const read = readTypedData(typed);
  if (read === undefined) throw new Error('Not typed data.');
  return reviewTypedData(JSON.stringify(read), contextOf());
};
const ofType = (name: string, verifyingContract = TOKEN): TypedData => ({
  types: { EIP712Domain: permit().types.EIP712Domain ?? [], [name]: [field('address', 'to')] },
  primaryType: name,
  domain: { ...permit().domain, verifyingContract },
  message: { to: OTHER },
});

describe('readTypedData', () => {
  it('reads objects and JSON, and leaves out what is not signed', () => {
    const typed = permit({ message: { ...permit().message, note: 'Harmless!' } });
    const read = readTypedData(JSON.stringify(typed));
    expect(read).toEqual(readTypedData(typed));
    expect(JSON.stringify(read)).not.toContain('Harmless');
  });

  it('keeps the hash that is signed', () => {
    const typed = permit({ domain: { ...permit().domain, chainId: '0x1' } });
    const hash = (one: unknown) => hashTypedData(one as Parameters<typeof hashTypedData>[0]);
    expect(hash(readTypedData(typed))).toBe(hash(permit()));
    const { EIP712Domain: _, ...types } = permit().types;
    expect(hash(readTypedData(permit({ types })))).toBe(hash(permit()));
  });

  it('refuses what is incomplete, of another type, or ambiguous', () => {
    const { message, domain, types } = permit();
    const wrong: readonly unknown[] = [
      'no JSON',
      { ...permit(), extra: 1 },
      permit({ primaryType: 'Order' }),
      permit({ primaryType: 'EIP712Domain' }),
      permit({ message: { ...message, value: 'many' } }),
      permit({ message: { ...message, value: 1.5 } }),
      permit({ message: { ...message, owner: 'vitalik.eth' } }),
      permit({ message: { owner: OWN } }),
      permit({ domain: { ...domain, salt: `0x${'00'.repeat(32)}` } }),
      permit({ types: { ...types, 'Bad name': [] } }),
    ];
    for (const one of wrong) expect(readTypedData(one), JSON.stringify(one)).toBeUndefined();
  });
});

describe('reviewTypedData', () => {
  it('reads a permit of ERC-2612 by its type, not by its name', async () => {
    expect(await review(permit())).toMatchObject({
      risk: 'R2',
      action: { text: 'action.approve' },
      changes: [{ tone: 'risk', line: { text: 'change.upTo' }, note: { text: 'note.unknownUnits' } }],
    });
    const types = { ...permit().types, Permit: [field('address', 'owner')] };
    expect(await review(permit({ types }))).toMatchObject({ risk: 'R3' });
    const foreign = permit({ message: { ...permit().message, owner: OTHER } });
    expect(await review(foreign)).toMatchObject({ risk: 'R3' });
  });

  it('counts a permit without limit, and what is of no known kind, as R3', async () => {
    const unlimited = permit({ message: { ...permit().message, value: String(2n ** 256n - 1n) } });
    expect(await review(unlimited)).toMatchObject({
      risk: 'R3',
      changes: [{ line: { text: 'change.unlimited' } }],
      warnings: [{ text: 'warning.unlimited' }],
    });
    expect(await review(ofType('Order'))).toMatchObject({
      risk: 'R3',
      warnings: [{ text: 'warning.unknownTypedData' }],
    });
  });

  it('blocks typed data for another network [SEC-65]', async () => {
    for (const chainId of [10, '10', '0xa']) {
      const { blocks } = await review(permit({ domain: { ...permit().domain, chainId } }));
      expect(blocks).toEqual([{ text: 'block.chain', slots: { chain: 'eip155:10' } }]);
    }
  });

  it("blocks what moves the visitor's own smart account [SEC-65]", async () => {
    for (const type of ['SafeTx', 'SafeOp', 'SafeMessage']) {
      expect((await review(ofType(type))).blocks, type).toEqual([{ text: 'block.ownAccount' }]);
    }
    const nested = ofType('Wrapper');
    const types = { ...nested.types, Wrapper: [field('SafeOp[]', 'list')], SafeOp: [field('address', 'to')] };
    const wrapped = { ...nested, types, message: { list: [{ to: OTHER }] } };
    expect((await review(wrapped)).blocks).toEqual([{ text: 'block.ownAccount' }]);
    for (const contract of [OWN, '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226']) {
      expect((await review(ofType('Order', contract))).blocks).toEqual([{ text: 'block.ownAccount' }]);
    }
  });

  it('shows every field that is signed, and the hashes', async () => {
    const { fields, raw } = await review(permit());
    expect(fields?.map(({ path }) => path)).toEqual(['owner', 'spender', 'value', 'nonce', 'deadline']);
    expect(raw.map(({ label }) => label)).toEqual([
      'raw.domainHash',
      'raw.messageHash',
      'raw.signedHash',
      'raw.typedData',
    ]);
  });

  it('writes hidden characters of typed data out [SEC-66]', async () => {
    const typed = {
      ...ofType('Mail'),
      types: { ...ofType('Mail').types, Mail: [field('string', 'text')] },
      message: { text: '<b>\u202E</b>' },
    };
    const { fields } = await review(typed);
    expect(fields).toEqual([{ path: 'text', value: '<b>⟨U+202E⟩</b>' }]);
  });
});
