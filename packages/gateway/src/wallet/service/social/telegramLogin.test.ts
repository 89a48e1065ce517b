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

  it('reports a refusal', async () => {
    const encoded = await resultOf('');
    expect(() => verify(encoded)).toThrow(expect.objectContaining({ failure: 'REFUSED' }));
  });

  it.each(['', 'x', Buffer.from('{}').toString('base64')])('rejects the garbage "%s"', encoded => {
    expect(() => verify(encoded)).toThrow(expect.objectContaining({ failure: 'PROVIDER_RESPONSE_INVALID' }));
  });
});
