import { addressesOf, signRequest, walletKeys } from '@latchkit/keyring';
import {
  checksumAddress,
  type NameOrder,
  type NameOrderScope,
  nameOrderTypedData,
  SMART_SESSIONS,
} from 'latchkit/protocol';
import { hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { contextOf, OTHER, OWN, TOKEN } from '../model/reviewContext.test-support.js';
import { readTypedData, type TypedData } from './readTypedData.js';
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
  it('reads objects and JSON and drops what is not signed', () => {
    const typed = permit({ message: { ...permit().message, note: 'Harmless!' } });
    const read = readTypedData(JSON.stringify(typed));
    expect(read).toEqual(readTypedData(typed));
    expect(JSON.stringify(read)).not.toContain('Harmless');
  });

  it('preserves the signed hash', () => {
    const typed = permit({ domain: { ...permit().domain, chainId: '0x1' } });
    const hash = (one: unknown) => hashTypedData(one as Parameters<typeof hashTypedData>[0]);
    expect(hash(readTypedData(typed))).toBe(hash(permit()));
    const { EIP712Domain: _, ...types } = permit().types;
    expect(hash(readTypedData(permit({ types })))).toBe(hash(permit()));
  });

  it('refuses incomplete, mistyped and ambiguous data', () => {
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

describe('orders about names', () => {
  const gateway = 'https://gateway.example';
  const scope = { gateway, chainId: 1, account: OWN, project: 'shop' };
  const start = { name: 'ada.example.com', timestamp: 1_800_000_000 };
  const shown = (order: NameOrder, changes: Partial<NameOrderScope> = {}, context = contextOf({ gateway })) =>
    reviewTypedData(
      JSON.stringify(readTypedData(nameOrderTypedData(order, { ...scope, ...changes }))),
      context,
    );

  it('say what they do, and what takes the name away is dangerous and for the window [SEC-112]', async () => {
    const slots = { name: 'ada.example.com' };
    const registry = { label: 'fact.registry', value: { plain: gateway } };
    const transfer = await shown({ action: 'transfer', to: OTHER, ...start });
    expect(transfer).toMatchObject({
      risk: 'R3',
      action: { text: 'action.nameTransfer', slots },
      warnings: [{ text: 'warning.nameGiven', slots }],
      blocks: [],
    });
    expect(transfer.facts.slice(0, 2)).toEqual([
      { label: 'fact.to', value: { address: checksumAddress(OTHER) } },
      registry,
    ]);
    expect(await shown({ action: 'rename', to: 'bob.example.com', ...start })).toMatchObject({
      risk: 'R3',
      action: { text: 'action.nameRename', slots: { name: 'bob.example.com' } },
      warnings: [{ text: 'warning.nameLost', slots }],
    });
    expect(await shown({ action: 'release', ...start })).toMatchObject({
      risk: 'R3',
      action: { text: 'action.nameRelease', slots },
      warnings: [{ text: 'warning.nameLost', slots }],
    });
    const attributes = { url: 'https://ada.example' };
    const registration = await shown({ action: 'register', attributes, ...start });
    expect(registration).toMatchObject({
      risk: 'R1',
      action: { text: 'action.nameRegister', slots },
      warnings: [],
      blocks: [],
    });
    expect(registration.fields?.map(({ value }) => value)).toContain('https://ada.example');
  });

  it('are blocked for another gateway, account or chain [SEC-112]', async () => {
    const order: NameOrder = { action: 'release', ...start };
    const block = expect.objectContaining({ text: 'block.order' });
    for (const changes of [{ gateway: 'https://other.example' }, { account: OTHER }, { chainId: 10 }])
      expect((await shown(order, changes)).blocks, JSON.stringify(changes)).toContainEqual(block);
    expect((await shown(order, {}, contextOf())).blocks).toEqual([block]);
  });
});

describe('reviewTypedData', () => {
  it('reads an ERC-2612 permit by its type, not by its name', async () => {
    expect(await review(permit())).toMatchObject({
      risk: 'R2',
      action: { text: 'action.approve' },
      changes: [{ tone: 'risk', line: { text: 'change.upTo' }, note: { text: 'note.unknownUnits' } }],
    });
    const types = { ...permit().types, Permit: [field('address', 'owner')] };
    const unread = { risk: 'R3', warnings: [{ text: 'warning.unknownPermit' }] };
    expect(await review(permit({ types }))).toMatchObject(unread);
    const foreign = permit({ message: { ...permit().message, owner: OTHER } });
    expect(await review(foreign)).toMatchObject(unread);
  });

  it('classifies an unlimited permit as R3 and unknown data for a contract as R2', async () => {
    const unlimited = permit({ message: { ...permit().message, value: String(2n ** 256n - 1n) } });
    expect(await review(unlimited)).toMatchObject({
      risk: 'R3',
      changes: [{ line: { text: 'change.unlimited' } }],
      warnings: [{ text: 'warning.unlimited' }],
    });
    expect(await review(ofType('Order'))).toMatchObject({
      risk: 'R2',
      warnings: [{ text: 'warning.unknownTypedData' }],
    });
  });

  const ofMembers = (primaryType: string, members: readonly string[], values: Record<string, unknown>) => ({
    ...permit(),
    types: {
      EIP712Domain: permit().types.EIP712Domain ?? [],
      [primaryType]: members.map(one => {
        const [type = '', name = ''] = one.split(' ');
        return field(type, name);
      }),
    },
    primaryType,
    message: values,
  });

  it('treats a permit close to the maximum as unlimited', async () => {
    const close = permit({ message: { ...permit().message, value: String(2n ** 255n - 1n) } });
    expect(await review(close)).toMatchObject({
      risk: 'R3',
      changes: [{ line: { text: 'change.unlimited' } }],
      warnings: [{ text: 'warning.unlimited' }],
    });
  });

  it("reads permits with another name for the amount, and DAI's permit", async () => {
    for (const amount of ['amount', 'rawAmount', 'wad']) {
      const members = [
        ...['address owner', 'address spender', `uint256 ${amount}`, 'uint256 nonce', 'uint256 deadline'],
      ];
      const values = { owner: OWN, spender: OTHER, [amount]: '5', nonce: 0, deadline: 1_900_000_000 };
      expect(await review(ofMembers('Permit', members, values)), amount).toMatchObject({
        risk: 'R2',
        changes: [{ line: { text: 'change.upTo', slots: { amount: { number: '5' } } } }],
      });
    }
    const dai = (allowed: boolean) =>
      ofMembers(
        'Permit',
        ['address holder', 'address spender', 'uint256 nonce', 'uint256 expiry', 'bool allowed'],
        { holder: OWN, spender: OTHER, nonce: 0, expiry: 0, allowed },
      );
    const given = await review(dai(true));
    expect(given).toMatchObject({ risk: 'R3', changes: [{ line: { text: 'change.unlimited' } }] });
    // An expiry of 0 means no expiry, not 1970.
    expect(given.facts.map(({ label }) => label)).not.toContain('fact.until');
    expect(await review(dai(false))).toMatchObject({ risk: 'R2', action: { text: 'action.revoke' } });
  });

  it('reads a permit for one collectible (ERC-4494)', async () => {
    const members = ['address spender', 'uint256 tokenId', 'uint256 nonce', 'uint256 deadline'];
    const values = { spender: OTHER, tokenId: 77, nonce: 0, deadline: 1_900_000_000 };
    expect(await review(ofMembers('Permit', members, values))).toMatchObject({
      risk: 'R2',
      changes: [{ tone: 'risk', line: { text: 'change.itemRisk', slots: { id: '77' } } }],
      warnings: [],
    });
  });

  it('reads transfers that a signature authorizes (EIP-3009) and their expiry', async () => {
    const members = [
      ...['address from', 'address to', 'uint256 value'],
      ...['uint256 validAfter', 'uint256 validBefore', 'bytes32 nonce'],
    ];
    const nonce = `0x${'07'.repeat(32)}`;
    const values = {
      from: OWN,
      to: OTHER,
      value: '5',
      validAfter: 1_800_000_000,
      validBefore: 1_900_000_000,
    };
    for (const kind of ['TransferWithAuthorization', 'ReceiveWithAuthorization']) {
      const shown = await review(ofMembers(kind, members, { ...values, nonce }));
      expect(shown, kind).toMatchObject({
        risk: 'R2',
        action: { text: 'action.authorizeTransfer' },
        changes: [{ tone: 'out', line: { text: 'change.out', slots: { amount: { number: '5' } } } }],
        warnings: [],
      });
      expect(shown.facts.slice(0, 4)).toEqual([
        { label: 'fact.to', value: { address: OTHER } },
        { label: 'fact.token', value: { address: TOKEN } },
        { label: 'fact.notBefore', value: { plain: '2027-01-15 08:00' } },
        { label: 'fact.until', value: { plain: '2030-03-17 17:46' } },
      ]);
      const foreign = ofMembers(kind, members, { ...values, nonce, from: OTHER });
      expect(await review(foreign)).toMatchObject({ warnings: [{ text: 'warning.unknownPermit' }] });
    }
    const cancel = ofMembers('CancelAuthorization', ['address authorizer', 'bytes32 nonce'], {
      authorizer: OWN,
      nonce,
    });
    expect(await review(cancel)).toMatchObject({ risk: 'R2', action: { text: 'action.cancelTransfer' } });
  });

  const structs = {
    PermitDetails: [
      ...[field('address', 'token'), field('uint160', 'amount')],
      ...[field('uint48', 'expiration'), field('uint48', 'nonce')],
    ],
    TokenPermissions: [field('address', 'token'), field('uint256', 'amount')],
    Order: [field('uint256', 'price')],
  };
  const onPermit2 = (primaryType: string, members: readonly string[], values: Record<string, unknown>) => {
    const typed = ofMembers(primaryType, members, values);
    const domain = { ...typed.domain, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
    return review({ ...typed, domain, types: { ...typed.types, ...structs } });
  };

  it('reads what Permit2 lets others take and warns about a witness', async () => {
    const permitted = { token: TOKEN, amount: String(2n ** 159n) };
    const details = { ...permitted, expiration: 1_900_000_000, nonce: 0 };
    const single = await onPermit2(
      'PermitSingle',
      ['PermitDetails details', 'address spender', 'uint256 sigDeadline'],
      { details, spender: OTHER, sigDeadline: 1_900_000_000 },
    );
    expect(single).toMatchObject({ risk: 'R3', changes: [{ line: { text: 'change.unlimited' } }] });
    const members = ['TokenPermissions permitted', 'address spender', 'uint256 nonce', 'uint256 deadline'];
    const values = {
      permitted: { ...permitted, amount: '5' },
      spender: OTHER,
      nonce: 0,
      deadline: 1_900_000_000,
    };
    expect(await onPermit2('PermitTransferFrom', members, values)).toMatchObject({
      risk: 'R2',
      action: { text: 'action.permitOnce' },
      warnings: [],
    });
    const witnessed = { ...values, witness: { price: 1 } };
    expect(
      await onPermit2('PermitWitnessTransferFrom', [...members, 'Order witness'], witnessed),
    ).toMatchObject({
      risk: 'R3',
      changes: [{ line: { text: 'change.upTo', slots: { amount: { number: '5' } } } }],
      warnings: [{ text: 'warning.unknownTypedData' }],
    });
  });

  it('counts together what the parts of one Permit2 message give, and ends nothing that one of them gives', async () => {
    const parties = { spender: OTHER, nonce: 0, deadline: 1_900_000_000, sigDeadline: 1_900_000_000 };
    const permits = (amounts: readonly bigint[]) =>
      onPermit2('PermitBatch', ['PermitDetails[] details', 'address spender', 'uint256 sigDeadline'], {
        ...parties,
        details: amounts.map(amount => {
          const permitted = { token: TOKEN, amount: String(amount) };
          return { ...permitted, expiration: 1_900_000_000, nonce: 0 };
        }),
      });
    const transfers = (amounts: readonly bigint[]) =>
      onPermit2(
        'PermitBatchTransferFrom',
        ['TokenPermissions[] permitted', 'address spender', 'uint256 nonce', 'uint256 deadline'],
        { ...parties, permitted: amounts.map(amount => ({ token: TOKEN, amount: String(amount) })) },
      );
    const half = 2n ** 127n;
    const lines = ({ changes }: Awaited<ReturnType<typeof permits>>) => changes.map(({ line }) => line.text);
    // Each permit replaces the one before; each transfer is one more.
    expect((await permits([half, half])).risk).toBe('R2');
    expect((await transfers([half])).risk).toBe('R2');
    expect(await transfers([half, half])).toMatchObject({
      risk: 'R3',
      warnings: [{ text: 'warning.unlimited' }],
    });
    for (const amounts of [
      [5n, 0n],
      [0n, 5n],
    ]) {
      expect(lines(await permits(amounts))).toEqual(['change.upTo', 'change.upTo']);
      expect(lines(await transfers(amounts))).toEqual(['change.upTo', 'change.upTo']);
    }
    expect(lines(await permits([0n]))).toEqual(['change.revoke']);
    // A transfer of nothing takes no access away.
    expect(lines(await transfers([0n]))).toEqual(['change.upTo']);
  });

  it('classifies data for no contract as R2, and as R3 if it names no network either, with a warning [SEC-108]', async () => {
    const invoice = (domain: TypedData['domain'], fields: readonly string[]): TypedData => ({
      types: {
        EIP712Domain: fields.map(name => field(name === 'chainId' ? 'uint256' : 'string', name)),
        Invoice: [field('string', 'number'), field('uint256', 'amount')],
      },
      primaryType: 'Invoice',
      domain,
      message: { number: 'INV-1', amount: '5' },
    });
    const onNetwork = await review(invoice({ name: 'Shop', chainId: 1 }, ['name', 'chainId']));
    const warnings = [{ text: 'warning.unknownTypedData' }];
    expect(onNetwork).toMatchObject({ risk: 'R2', warnings, blocks: [] });
    // A domain that leaves something out says nothing about who accepts the data: exchanges derive an account's key from such.
    expect(await review(invoice({ name: 'Shop' }, ['name']))).toMatchObject({ risk: 'R3', warnings });
    const unnamed = { ...permit(), domain: {}, types: { ...permit().types, EIP712Domain: [] } };
    expect(await review(unnamed)).toMatchObject({
      risk: 'R3',
      warnings: [{ text: 'warning.unknownPermit' }],
    });
  });

  it('blocks typed data for another network [SEC-65]', async () => {
    for (const chainId of [10, '10', '0xa']) {
      const { blocks } = await review(permit({ domain: { ...permit().domain, chainId } }));
      expect(blocks).toEqual([{ text: 'block.chain', slots: { chain: 'Optimism' } }]);
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

  it('blocks what a module of the smart account takes for its order, and the keyring refuses it', async () => {
    const named = (name: string): TypedData => ({
      ...ofType('Anything'),
      domain: { name, version: '1' },
      types: {
        ...ofType('Anything').types,
        EIP712Domain: [field('string', 'name'), field('string', 'version')],
      },
    });
    const holding = (type: string, value: unknown): TypedData => ({
      ...ofType('Anything'),
      types: { ...ofType('Anything').types, Anything: [field(type, 'one')] },
      message: { one: value },
    });
    const contracts = Object.values(SMART_SESSIONS);
    const orders = [
      named('SmartSession'),
      named('SMARTSESSION'),
      ofType('MultiChainSession'),
      ofType('ChainSessionEIP712'),
      ofType('EnableSessions'),
      ...contracts.map(contract => ofType('Anything', contract)),
      ...contracts.map(contract => holding('address', contract)),
      holding('address[][1]', [[OTHER, SMART_SESSIONS.sessions.toLowerCase()]]),
    ];
    const harmless = [holding('address', OTHER), holding('string', SMART_SESSIONS.sessions), named('Smart')];
    const keys = await walletKeys(new Uint8Array(32).fill(7), secret => secret);
    const { evm: account } = addressesOf(keys);
    for (const typed of [...orders, ...harmless]) {
      const isOrder = !harmless.includes(typed);
      const payload = JSON.stringify(typed);
      expect((await review(typed)).blocks, payload).toEqual(isOrder ? [{ text: 'block.ownAccount' }] : []);
      const sign = () =>
        signRequest({ id: 'a', kind: 'typedData', payload, account, chainId: 'eip155:1' }, keys);
      if (isOrder) expect(sign, payload).toThrow(expect.objectContaining({ code: 'KEYRING_REFUSED' }));
      else expect(sign()).toMatch(/^0x/);
    }
  });

  it('shows every signed field and the hashes', async () => {
    const { fields, raw } = await review(permit());
    expect(fields?.map(({ path }) => path)).toEqual(['owner', 'spender', 'value', 'nonce', 'deadline']);
    expect(fields?.map(({ as }) => as)).toEqual(['own', 'address', 'number', 'number', 'number']);
    expect(fields?.[1]?.value).toBe(checksumAddress(OTHER));
    expect(raw.map(({ label }) => label)).toEqual([
      'raw.domainHash',
      'raw.messageHash',
      'raw.signedHash',
      'raw.typedData',
    ]);
  });

  it('shows an empty list, which is signed, too', async () => {
    const typed = {
      ...ofType('Mail'),
      types: { ...ofType('Mail').types, Mail: [field('address[]', 'readers'), field('string', 'text')] },
      message: { readers: [], text: 'Hello' },
    };
    const { fields } = await review(typed);
    expect(fields).toEqual([
      { path: 'readers', value: '[]' },
      { path: 'text', value: 'Hello' },
    ]);
  });

  it('escapes hidden characters in typed data [SEC-66]', async () => {
    const typed = {
      ...ofType('Mail'),
      types: { ...ofType('Mail').types, Mail: [field('string', 'text')] },
      message: { text: '<b>\u202E</b>' },
    };
    const { fields } = await review(typed);
    expect(fields).toEqual([{ path: 'text', value: '<b>⟨U+202E⟩</b>' }]);
  });
});
