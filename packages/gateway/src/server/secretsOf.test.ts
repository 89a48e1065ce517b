import { describe, expect, it } from 'vitest';
import { secretsOf } from './secretsOf.js';
import { settingRows } from './settingRows.js';

describe('secretsOf', () => {
  it('finds addresses with the passwords and keys in them, for every chain', () => {
    const node = 'https://node.example/v3/0123456789abcdef?key=query-key-987';
    const other = 'https://u:basic-pass@b.example';
    expect(
      secretsOf({ LATCHKIT_RPC_8453: `${node}, ${other}`, DATABASE_URL: 'postgres://u:p%40ss@db' }),
    ).toEqual(
      expect.arrayContaining([node, '0123456789abcdef', 'query-key-987', other, 'basic-pass', 'p@ss']),
    );
  });

  it('finds tokens, keys and the secrets of login providers', () => {
    const google = JSON.stringify({ clientId: 'an-id', clientSecret: 'a secret' });
    const apple = JSON.stringify({ clientId: 'an-id', teamId: 't', keyId: 'k', privateKey: 'a key' });
    const env = {
      LATCHKIT_METRICS_TOKEN: 'a token',
      LATCHKIT_KEK: 'a key of a store',
      LATCHKIT_SOCIAL_GOOGLE: google,
      LATCHKIT_SOCIAL_APPLE: apple,
      LATCHKIT_SOCIAL_TELEGRAM: JSON.stringify({ botToken: '12345678:a-bot-token' }),
      LATCHKIT_VAULT_SOCIAL_FACEBOOK: JSON.stringify({ clientId: 'an-id', clientSecret: 'of the vault' }),
      LATCHKIT_SPONSOR_CONTEXT_8453: '{"policyId":"a policy","more":["and more"]}',
      LATCHKIT_MAIL_FROM: 'wallet@shop.example',
      LATCHKIT_PRICE_URL: '',
    };
    expect(secretsOf(env)).toEqual([
      'a token',
      'a key of a store',
      'a secret',
      'a key',
      '12345678:a-bot-token',
      'of the vault',
      'a policy',
      'and more',
    ]);
  });

  it('knows every variable whose name says that it is a secret or a server with a password', () => {
    const named = settingRows
      .flatMap(({ names }) => names)
      .filter(name => /TOKEN$|_KEK$|SMTP_URL|DATABASE_URL|REDIS_URL|<reference>|SOCIAL/.test(name));
    const secret = settingRows.flatMap(({ secret = {} }) => Object.keys(secret));
    expect(secret).toEqual(expect.arrayContaining(named));
  });
});
