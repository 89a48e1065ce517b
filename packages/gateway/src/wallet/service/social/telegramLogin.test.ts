import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { telegramResult, telegramUrl } from './telegramLogin.js';

const CALLBACK = 'http://localhost:1/v1/auth/social/callback';

let providers: TestProviders;
beforeAll(async () => {
  providers = await startProviders(CALLBACK);
});
afterAll(() => providers.close());

async function resultOf(person: string, fault = ''): Promise<string> {
  const url = telegramUrl(providers.setup('telegram'), `${CALLBACK}?state=s`);
  return (await providers.choose(url, { person, fault })).get('tgAuthResult') ?? '';
}

const verify = (encoded: string) => telegramResult(providers.setup('telegram').credentials, encoded);

describe('telegramResult', () => {
  it('identifies a user by the signed result', async () => {
    const { identity } = verify(await resultOf('ada'));
    expect(identity).toEqual({
      subject: '10000001',
      name: 'ada',
      picture: 'https://pictures.example/ada.png',
    });
  });

  it.each([
    ['wrongSignature', 'PROVIDER_RESPONSE_INVALID'],
    ['clockSlow', 'PROVIDER_CLOCK'],
    ['clockFast', 'PROVIDER_CLOCK'],
  ])('rejects a result with the fault %s as %s', async (fault, failure) => {
    const encoded = await resultOf('ada', fault);
    expect(() => verify(encoded)).toThrow(expect.objectContaining({ failure }));
  });

  it('rejects a result in which a field was changed', async () => {
    const data: object = JSON.parse(Buffer.from(await resultOf('ada'), 'base64').toString());
    const changed = Buffer.from(JSON.stringify({ ...data, id: 10000002 })).toString('base64');
    expect(() => verify(changed)).toThrow('signature');
  });

  const signed = (fields: Readonly<Record<string, unknown>>) => {
    const { credentials } = providers.setup('telegram');
    if (!('botToken' in credentials)) throw new Error('The setup has no bot');
    const text = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('\n');
    const key = createHash('sha256').update(credentials.botToken).digest();
    return createHmac('sha256', key).update(text).digest('hex');
  };
  const encode = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64');
  const now = () => Math.floor(Date.now() / 1_000);

  it('takes no text that is signed for another user, whose name has a line feed [SEC-124]', () => {
    const own = { auth_date: now(), first_name: 'Eve\nid=10000001', id: 666, username: 'eve' };
    const hash = signed(own);
    const { auth_date, username } = own;
    const forged = { auth_date, first_name: 'Eve', id: 10000001, 'id=666\nusername': username };
    expect(signed(forged)).toBe(hash);
    for (const data of [own, forged]) expect(() => verify(encode({ ...data, hash }))).toThrow('signature');
  });

  it.each([
    ['in capitals', (hash: string) => hash.toUpperCase()],
    ['with more behind it', (hash: string) => `${hash}zz`],
    ['with a space', (hash: string) => `${hash} `],
  ])('takes the signature in one spelling only, and not %s [SEC-124]', (_, spell) => {
    const fields = { auth_date: now(), first_name: 'Ada', id: 10000001 };
    const hash = signed(fields);
    expect(verify(encode({ ...fields, hash }))).toMatchObject({ hash, identity: { subject: '10000001' } });
    expect(() => verify(encode({ ...fields, hash: spell(hash) }))).toThrow('signature');
  });

  it.each([
    ['a list', [10000001]],
    ['an object', { name: 1 }],
    ['nothing', null],
    ['a flag', true],
  ])('takes no field that is %s [SEC-124]', (_, id) => {
    const fields = { auth_date: now(), id };
    expect(() => verify(encode({ ...fields, hash: signed(fields) }))).toThrow('signature');
  });

  it('takes fields that Telegram may add', () => {
    const fields = { auth_date: now(), first_name: 'Ada', id: 10000001, id_2: 'x', id2: 7 };
    const text = `auth_date=${fields.auth_date}\nfirst_name=Ada\nid=10000001\nid2=7\nid_2=x`;
    const { credentials } = providers.setup('telegram');
    const token = 'botToken' in credentials ? credentials.botToken : '';
    const hash = createHmac('sha256', createHash('sha256').update(token).digest()).update(text).digest('hex');
    expect(verify(encode({ ...fields, hash })).identity.subject).toBe('10000001');
  });

  it('reports a refusal', async () => {
    const encoded = await resultOf('');
    expect(() => verify(encoded)).toThrow(expect.objectContaining({ failure: 'REFUSED' }));
  });

  it.each(['', 'x', Buffer.from('{}').toString('base64')])('rejects the garbage "%s"', encoded => {
    expect(() => verify(encoded)).toThrow(expect.objectContaining({ failure: 'PROVIDER_RESPONSE_INVALID' }));
  });
});
