import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  evmCoinType,
  NAME_SUFFIX,
  type NameOrder,
  type NameOrderScope,
  nameOrderTypedData,
  namesOfAddressAnswer,
  profileAnswer,
  profileErrorAnswer,
} from 'latchkit/protocol';
import { type Hex, type TypedDataDefinition, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  deployAccount,
  deployFactory,
  futureAccount,
  futureSignature,
} from '../../../test/chain/smartAccounts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask, refusal } from '../../../test/signInClient.js';
import { NAMES_ORIGIN, type NameAuthor, nameAuthor, signNameOrder } from '../../../test/signNameOrder.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { nameLabel } from './nameLabel.js';

const CHAIN = 31337;
const DAY = 24 * 60 * 60 * 1_000;
const CONTRACT: Hex = '0x3000000000000000000000000000000000000007';

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;

beforeAll(async () => {
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(CHAIN)]);
  gateway = await gatewayWith(NAME_SUFFIX);
});
beforeEach(() => database.script('truncate account_names, used_name_messages'));
afterAll(async () => {
  gateway.close();
  await Promise.all([database.close(), anvil.stop()]);
});

const gatewayWith = (suffix: string | undefined) =>
  createGateway({
    database,
    developmentMode: true,
    upstreams: { [`eip155:${CHAIN}`]: anvil.url, 'eip155:1': 'http://127.0.0.1:1' },
    limits: { signInPerAddress: 0 },
    names:
      suffix === undefined
        ? undefined
        : { suffix, origin: NAMES_ORIGIN, key: () => new Uint8Array(32).fill(7) },
  });

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const seconds = () => Math.floor(Date.now() / 1_000);
const full = (label: string) => `${label}${NAME_SUFFIX}`;

type Author = NameAuthor;
const author = nameAuthor;

const signed = (by: Author, order: NameOrder, scope: Partial<NameOrderScope> = {}) =>
  signNameOrder(by, order, scope, CHAIN);
/** A message as pages of before version 0.2 had it signed: the JSON as a text. */
async function signedText(account: PrivateKeyAccount, content: unknown) {
  const message = JSON.stringify(content);
  const signature = await account.signMessage({ message });
  return { coin_type: evmCoinType(CHAIN), address: account.address, message, signature };
}
const send = (body: unknown, path = '/v1/profile/account') => ask(gateway, path, { body });
const registration = (label: string, more: object = {}): NameOrder => ({
  action: 'register',
  name: full(label),
  attributes: {},
  timestamp: seconds(),
  ...more,
});
const changeOf = (label: string, action: string, more: object = {}) =>
  ({ action, name: full(label), timestamp: seconds(), ...more }) as NameOrder;
const register = async (by: Author, label: string, more: object = {}) =>
  send(await signed(by, registration(label, more)));
const change = async (by: Author, label: string, action: string, more: object = {}) =>
  send(await signed(by, changeOf(label, action, more)), `/v1/profile/account/${full(label)}`);
const resolve = (name: string) => ask(gateway, `/v1/profile/account/${name}`);
const namesOf = async (address: string) =>
  namesOfAddressAnswer.parse((await ask(gateway, `/v1/profile/reverse/${address}`)).json);

function later(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

describe('POST /v1/profile/account', () => {
  it('registers a name, which then leads to its address and back [CALL-27] [CALL-28] [LIM-17]', async () => {
    const ada = author(newAccount());
    expect((await register(ada, 'adal')).json).toEqual({ name: 'adal.reown.id' });
    const profile = { name: 'adal.reown.id', addresses: { 60: { address: ada.address } } };
    expect(profileAnswer.parse((await resolve('Adal.reown.id')).json)).toEqual(profile);
    expect(profileAnswer.parse((await resolve('adal.wcn.id')).json)).toEqual(profile);
    expect(await namesOf(ada.address.toLowerCase())).toEqual({
      names: [profile],
      suffix: '.reown.id',
      gateway: NAMES_ORIGIN,
    });
    const { json } = await ask(gateway, `/v1/identity/${ada.address}`, {
      query: { chainId: 'eip155:31337' },
    });
    expect(json).toEqual({ name: 'adal.reown.id', avatar: null });
    expect(await namesOf(newAccount().address)).toEqual({
      names: [],
      suffix: '.reown.id',
      gateway: NAMES_ORIGIN,
    });
  });

  it('gives a name to the first of two accounts that register it at once', async () => {
    const accounts = [newAccount(), newAccount()].map(author);
    const answers = await Promise.all(accounts.map(one => register(one, 'race')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = accounts[answers.findIndex(({ status }) => status === 200)];
    expect((await resolve('race.reown.id')).json.addresses[60].address).toBe(winner?.address);
    const loser = answers.find(({ status }) => status === 409)?.json;
    expect(loser.error.code).toBe('NAME_TAKEN');
    expect(profileErrorAnswer.parse(loser).reasons?.[0]?.description).toBe(loser.error.message);
  });

  it('registers one name per account', async () => {
    const ada = author(newAccount());
    await register(ada, 'firstname');
    expect(await refusal(register(ada, 'another'))).toBe('409 NAME_LIMIT');
  });

  it.each(['abc', 'a'.repeat(33), 'ab_c', 'ab c1', 'Adal', 'xn--ada', 'ada\u200bl', 'аdal', 'sub.adal'])(
    'refuses %j as a name',
    async label => {
      expect(await refusal(register(author(newAccount()), label))).toBe('400 NAME_INVALID');
    },
  );

  it.each(['a-b1', 'müller', 'محمود', 'a'.repeat(32)])('accepts %j', async label => {
    expect((await register(author(newAccount()), label)).status).toBe(200);
  });

  it.each([
    ['a reserved name', 'support'],
    ['what looks like a reserved one', 'supp0rt'],
    ['a taken name', 'modernlight'],
    ['what looks like a taken one', 'modern1ight'],
    ['the same with an accent', 'módernlight'],
    ['the same with a hyphen at its end', 'modernlight-'],
    ['other letters that look alike', 'modemlight'],
    ['an l in place of i [SEC-120]', 'modernllght'],
    ['a digit in place of i [SEC-120]', 'modernl1ght'],
    ['a word that speaks for the operator [SEC-120]', 'modernlight-support'],
  ])('refuses %s', async (_, label) => {
    await register(author(newAccount()), 'modernlight');
    expect(await refusal(register(author(newAccount()), label))).toBe('409 NAME_TAKEN');
  });

  it('accepts a message for five minutes, and once', async () => {
    const ada = author(newAccount());
    expect(await refusal(register(ada, 'early', { timestamp: seconds() + 120 }))).toBe(
      '400 MESSAGE_FROM_FUTURE',
    );
    expect(await refusal(register(ada, 'late', { timestamp: seconds() - 302 }))).toBe('400 MESSAGE_EXPIRED');
    const body = await signed(ada, registration('once', { timestamp: seconds() - 280 }));
    expect((await send(body)).status).toBe(200);
    expect((await change(ada, 'once', 'rename', { to: full('twice') })).status).toBe(200);
    expect((await change(ada, 'twice', 'release')).status).toBe(200);
    expect(await refusal(send(body))).toBe('409 MESSAGE_USED');
  });

  it('refuses what the account did not sign, and what is no such message', async () => {
    const [ada, eve] = [author(newAccount()), author(newAccount())];
    const body = await signed(ada, registration('mine'));
    expect(await refusal(send({ ...body, address: eve.address }))).toBe('401 INVALID_SIGNATURE');
    const other = (await signed(ada, registration('other'))).message;
    expect(await refusal(send({ ...body, message: other }))).toBe('401 INVALID_SIGNATURE');
    expect(await refusal(send({ ...body, coin_type: 501 }))).toBe('400 INVALID_ACCOUNT');
    const nul = registration('mine', { attributes: { url: 'a\u0000b' } });
    expect(await refusal(send(await signed(ada, nul)))).toBe('400 NAME_INVALID');
    for (const message of ['ada', { name: full('mine') }, registration('mine'), changeOf('mine', 'release')])
      expect(await refusal(send({ ...body, message: JSON.stringify(message) }))).toBe('400 NAME_INVALID');
  });

  it('accepts the signatures of contracts, deployed (ERC-1271) and not yet (ERC-6492)', async () => {
    const owner = newAccount();
    await Promise.all([deployAccount(anvil.url, CONTRACT, owner.address), deployFactory(anvil.url)]);
    const { sign } = author(owner);
    expect((await register({ address: CONTRACT, sign }, 'contract')).status).toBe(200);
    const future = {
      address: futureAccount(owner.address),
      sign: async (order: TypedDataDefinition) => futureSignature(owner.address, await sign(order)),
    };
    expect((await register(future, 'futurecontract')).status).toBe(200);
    const { sign: wrong } = author(newAccount());
    expect(await refusal(register({ address: CONTRACT, sign: wrong }, 'wrong'))).toBe(
      '401 INVALID_SIGNATURE',
    );
  });

  it('refuses the signatures of contracts for good on chains for which the operator has no node', async () => {
    const key = () => new Uint8Array(32).fill(7);
    const production = await createGateway({
      database,
      names: { suffix: NAME_SUFFIX, origin: NAMES_ORIGIN, key },
    });
    onTestFinished(() => production.close());
    const project = 'names';
    await production.projects.save({ id: project, name: 'Names', features: {}, allowedOrigins: [] });
    const contract = { address: CONTRACT, sign: async () => '0x1234' as const };
    const body = await signNameOrder(contract, registration('faraway'), { project }, 8_453);
    expect(await refusal(ask(production, '/v1/profile/account', { body, project }))).toBe(
      '400 CHAIN_NOT_CONFIGURED',
    );
  });

  it('registers no name where the operator has set no suffix', async () => {
    const off = await gatewayWith(undefined);
    onTestFinished(() => off.close());
    const body = await signed(author(newAccount()), registration('anyname'));
    expect(await refusal(ask(off, '/v1/profile/account', { body }))).toBe('403 NAMES_OFF');
    expect(await refusal(ask(off, '/v1/profile/suggestions/anyname'))).toBe('403 NAMES_OFF');
    const { json } = await ask(off, `/v1/profile/reverse/${CONTRACT}`);
    expect(json).toEqual({ names: [], suffix: null, gateway: null });
  });
});

describe('the names that are alike', () => {
  it('stay with their accounts, and nobody else gets one of them [SEC-120]', async () => {
    const [ada, eve] = [author(newAccount()), author(newAccount())];
    // As before the rules of now.
    await database.query(
      `insert into account_names (label, skeleton, address, attributes, registered_at) values
       ('mira', 'mira', $1, '{}', now()), ('mlra', 'mlra', $2, '{}', now())`,
      [ada.address, eve.address],
    );
    for (const one of [ada, eve]) expect((await namesOf(one.address)).names).toHaveLength(1);
    expect(await refusal(register(author(newAccount()), 'm1ra'))).toBe('409 NAME_TAKEN');
    expect((await change(eve, 'mlra', 'release')).status).toBe(200);
    later(91 * DAY);
    // The other one is taken still.
    expect(await refusal(register(author(newAccount()), 'mlra'))).toBe('409 NAME_TAKEN');
  });

  it('are compared in the database as here [SEC-120]', async () => {
    const letters = [...'abcdeilmnorstvw015æøłß', '-', '丨', 'ー', '一', 'ㅣ', 'ㅇ', 'é', '山'];
    const labels = fc
      .array(fc.constantFrom(...letters), { minLength: 4, maxLength: 12 })
      .map(one => one.join(''));
    const found = fc.sample(labels, { numRuns: 500, seed: 7 }).flatMap(label => nameLabel(label) ?? []);
    expect(found.length).toBeGreaterThan(100);
    const bySkeleton = new Map(found.map(one => [one.skeleton, one.look]));
    await database.query(
      `insert into account_names (label, skeleton, address, attributes, registered_at)
       select value, value, value, '{}', now() from jsonb_array_elements_text($1::jsonb)`,
      [JSON.stringify([...bySkeleton.keys()])],
    );
    const rows = await database.query('select skeleton, look from account_names', []);
    expect(new Map(rows.map(({ skeleton, look }) => [String(skeleton), String(look)]))).toEqual(bySkeleton);
  });
});

describe('POST /v1/profile/account/{name}', () => {
  it('blocks a released name for 90 days', async () => {
    const [ada, bob] = [author(newAccount()), author(newAccount())];
    await register(ada, 'given');
    expect((await change(ada, 'given', 'release')).json).toEqual({ name: null });
    expect((await resolve('given.reown.id')).status).toBe(404);
    later(89 * DAY);
    expect(await refusal(register(bob, 'given'))).toBe('409 NAME_TAKEN');
    later(2 * DAY);
    expect((await register(bob, 'given')).status).toBe(200);
  });

  it('renames an account, with its text records', async () => {
    const ada = author(newAccount());
    await register(ada, 'before', { attributes: { url: 'https://ada.example' } });
    expect((await change(ada, 'before', 'rename', { to: full('after') })).json).toEqual({
      name: full('after'),
    });
    expect((await namesOf(ada.address)).names.map(({ name }) => name)).toEqual([full('after')]);
    expect(await refusal(register(author(newAccount()), 'before'))).toBe('409 NAME_TAKEN');
    expect(await refusal(change(ada, 'after', 'rename', { to: full('support') }))).toBe('409 NAME_TAKEN');
    expect((await namesOf(ada.address)).names.map(({ name }) => name)).toEqual([full('after')]);
  });

  it('lets only the account that the owner named register the name, which leads to the owner until then', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()].map(author) as [
      Author,
      Author,
      Author,
    ];
    await register(ada, 'offered');
    expect((await change(ada, 'offered', 'transfer', { to: bob.address.toLowerCase() })).status).toBe(200);
    expect(await refusal(register(eve, 'offered'))).toBe('409 NAME_TAKEN');
    expect((await resolve('offered.reown.id')).json.addresses[60].address).toBe(ada.address);
    expect((await register(bob, 'offered')).status).toBe(200);
    expect((await resolve('offered.reown.id')).json.addresses[60].address).toBe(bob.address);
    expect((await namesOf(ada.address)).names).toEqual([]);
  });

  it("changes no other account's name, and not by a message about another name", async () => {
    const [ada, eve] = [author(newAccount()), author(newAccount())];
    await register(ada, 'hers');
    for (const action of ['release', 'rename', 'transfer']) {
      const more = action === 'release' ? {} : { to: action === 'rename' ? full('evil') : eve.address };
      expect(await refusal(change(eve, 'hers', action, more))).toBe('404 NAME_NOT_FOUND');
    }
    const about = await signed(ada, changeOf('hers', 'release'));
    expect(await refusal(send(about, `/v1/profile/account/${full('other')}`))).toBe('400 NAME_INVALID');
    expect((await resolve('hers.reown.id')).status).toBe(200);
  });
});

describe('an order about a name', () => {
  const adas = newAccount();
  const ada = author(adas);
  const everyChange: readonly (readonly [string, object])[] = [
    ['transfer', { to: newAccount().address }],
    ['rename', { to: full('renamed') }],
    ['release', {}],
  ];
  const path = `/v1/profile/account/${full('hers')}`;

  it('that takes a name away counts as typed data only, never as a signed text [SEC-112]', async () => {
    await register(ada, 'hers');
    for (const [action, more] of everyChange) {
      const order = changeOf('hers', action, more);
      expect(await refusal(send(await signedText(adas, order), path)), action).toBe('401 INVALID_SIGNATURE');
      const inText = JSON.stringify(nameOrderTypedData(order, { ...scope, account: ada.address }));
      const signature = await adas.signMessage({ message: inText });
      const body = await signed(ada, order);
      expect(await refusal(send({ ...body, signature }, path)), action).toBe('401 INVALID_SIGNATURE');
    }
    expect((await namesOf(ada.address)).names.map(({ name }) => name)).toEqual([full('hers')]);
  });

  const scope: Omit<NameOrderScope, 'account'> = {
    gateway: NAMES_ORIGIN,
    chainId: CHAIN,
    project: '0'.repeat(32),
  };

  it.each([
    ['another gateway', { gateway: 'https://other.example' }],
    ['another chain', { chainId: 1 }],
    ['another project', { project: '1'.repeat(32) }],
    ['another account', { account: newAccount().address }],
  ])('counts for no other scope than it was signed for: %s [SEC-112]', async (_, foreign) => {
    await register(ada, 'hers');
    for (const [action, more] of everyChange) {
      const body = await signed(ada, changeOf('hers', action, more), foreign);
      expect(await refusal(send(body, path)), action).toBe('401 INVALID_SIGNATURE');
    }
    const bob = author(newAccount());
    const body = await signed(bob, registration('bobs'), foreign);
    expect(await refusal(send(body))).toBe('401 INVALID_SIGNATURE');
    expect((await namesOf(ada.address)).names).toHaveLength(1);
  });

  it('counts for no other purpose: the signature of one is none of another [SEC-112]', async () => {
    await register(ada, 'hers');
    const timestamp = seconds();
    const release = await signed(ada, changeOf('hers', 'release', { timestamp }));
    const transfer = await signed(ada, changeOf('hers', 'transfer', { to: adas.address, timestamp }));
    expect(await refusal(send({ ...release, signature: transfer.signature }, path))).toBe(
      '401 INVALID_SIGNATURE',
    );
    expect(await refusal(send({ ...transfer, signature: release.signature }, path))).toBe(
      '401 INVALID_SIGNATURE',
    );
  });

  it('counts once, however its JSON is written [SEC-112]', async () => {
    await register(ada, 'hers');
    const body = await signed(ada, changeOf('hers', 'transfer', { to: adas.address }));
    expect((await send(body, path)).status).toBe(200);
    const { timestamp, to, name, action } = JSON.parse(body.message);
    const again = [
      body.message,
      `${body.message} `,
      JSON.stringify({ timestamp, to, name, action }),
      JSON.stringify({ action, name, to: to.toLowerCase(), timestamp }),
    ];
    for (const message of again)
      expect(await refusal(send({ ...body, message }, path)), message).toBe('409 MESSAGE_USED');
  });

  it('to register is still accepted as a text, which can only give a name to its signer, until version 0.3', async () => {
    const { action: _, ...content } = registration('oldpage') as { action: string };
    expect((await send(await signedText(newAccount(), content))).status).toBe(200);
    const file = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    const [major, minor] = version.split('.').map(Number);
    // Then `verifyText` goes, and with it the text without a gateway in `verifyRevocation`.
    expect([major, (minor ?? 0) < 3]).toEqual([0, true]);
  });
});

describe('GET /v1/profile/suggestions/{name}', () => {
  const suggest = async (text: string) => (await ask(gateway, `/v1/profile/suggestions/${text}`)).json;

  it('says whether a name is free, and suggests free names like it, always the same [CALL-29] [ENT-23]', async () => {
    expect(await suggest('mira')).toMatchObject({ available: true, reason: null });
    await register(author(newAccount()), 'mira');
    await register(author(newAccount()), 'mira-pay');
    const answer = await suggest('mira');
    expect(answer).toEqual({
      available: false,
      reason: 'This name is taken, or one that looks like it',
      suggestions: ['hello-mira', 'mira-wallet', 'my-mira', 'the-mira'].map(label => ({ name: full(label) })),
    });
    expect(await suggest('mira.reown.id')).toEqual(answer);
    for (const { name } of answer.suggestions) expect((await suggest(name)).available).toBe(true);
  });

  it('says why a name cannot be registered', async () => {
    expect(await suggest('abc')).toMatchObject({
      available: false,
      reason: expect.stringMatching('4 to 32'),
    });
    expect(await suggest('admin')).toEqual({
      available: false,
      reason: 'This name is reserved',
      suggestions: [],
    });
    expect((await suggest('welcome')).suggestions).toHaveLength(4);
  });
});

describe('the key of the names', () => {
  it('is not shown, and the address of its account is', async () => {
    const { json } = await ask(gateway, '/v1/profile/resolver');
    const { address } = privateKeyToAccount(toHex(new Uint8Array(32).fill(7)));
    expect(json).toEqual({ suffix: NAME_SUFFIX, signer: address, url: 'http://localhost/v1/profile/ccip' });
  });
});
