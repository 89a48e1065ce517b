import { describe, expect, it } from 'vitest';
import { socialSettings } from './socialSettings.js';

const GOOGLE = { clientId: 'id', clientSecret: 'a secret' };
const APPLE = { clientId: 'id', teamId: 'team', keyId: 'key', privateKey: 'a key' };
const TELEGRAM = { botToken: '12345678:a-bot-token' };

describe('socialSettings', () => {
  it('reads the credentials of the deployment', () => {
    const settings = socialSettings(
      {
        LATCHKIT_SOCIAL_GOOGLE: JSON.stringify(GOOGLE),
        LATCHKIT_SOCIAL_APPLE: JSON.stringify(APPLE),
        LATCHKIT_SOCIAL_TELEGRAM: JSON.stringify(TELEGRAM),
        LATCHKIT_SOCIAL_X: '',
      },
      false,
    );
    expect(settings).toEqual({
      credentials: { google: GOOGLE, apple: APPLE, telegram: TELEGRAM },
      vaultClients: {
        google: { clientId: 'id' },
        apple: { clientId: 'id' },
        telegram: { clientId: '12345678' },
      },
      idpUrl: undefined,
      farcasterRelay: undefined,
    });
  });

  it('takes a relay of Farcaster, in production with https and a node of its own', () => {
    const relay = (url: string, developmentMode: boolean, node = '') =>
      socialSettings({ LATCHKIT_FARCASTER_RELAY: url, LATCHKIT_RPC_10: node }, developmentMode)
        .farcasterRelay;
    const node = 'https://node.example';
    expect(relay('http://localhost:4000/farcaster', true)).toBe('http://localhost:4000/farcaster');
    expect(relay('https://relay.example/', false, node)).toBe('https://relay.example');
    expect(() => relay('http://relay.example', false, node)).toThrow('LATCHKIT_FARCASTER_RELAY must be');
    expect(() => relay('relay.example', true)).toThrow('LATCHKIT_FARCASTER_RELAY must be');
    expect(() => relay('https://relay.example', false)).toThrow('LATCHKIT_RPC_10 must be set');
  });

  it.each(['not JSON', '{}', '{"clientId":"x"}', JSON.stringify({ ...GOOGLE, more: 1 })])(
    'names the variable, but not its value %s',
    text => {
      expect(() => socialSettings({ LATCHKIT_SOCIAL_GOOGLE: text }, false)).toThrow(
        'LATCHKIT_SOCIAL_GOOGLE must be a JSON object with clientId, clientSecret',
      );
    },
  );

  it.each([
    ['clientId', 'sho\u200bp'],
    ['clientId', 'shop:1'],
    ['clientSecret', 'the-id:the-secret'],
    ['clientSecret', 'ge heim ü'],
    ['clientSecret', 'two\nlines'],
  ])(
    'says what is wrong with a %s that has a colon or other characters than ASCII (SL-02)',
    (field, value) => {
      const text = JSON.stringify({ clientId: 'id', clientSecret: '-_secret', [field]: value });
      for (const name of ['LATCHKIT_SOCIAL_X', 'LATCHKIT_SOCIAL_GOOGLE', 'LATCHKIT_VAULT_SOCIAL_GITHUB']) {
        expect(() => socialSettings({ [name]: text }, false)).toThrow(
          `${name}: ${field} must have only ASCII characters, and no colon`,
        );
      }
      expect(() =>
        socialSettings({ LATCHKIT_SOCIAL_APPLE: JSON.stringify({ ...APPLE, keyId: 'k:1' }) }, false),
      ).toThrow('LATCHKIT_SOCIAL_APPLE: keyId must have');
    },
  );

  it('reads what the vault needs, which is the secret of GitHub and Facebook only', () => {
    const github = { clientId: 'ours', clientSecret: 'github secret' };
    const settings = socialSettings(
      {
        LATCHKIT_SOCIAL_GITHUB: JSON.stringify(github),
        LATCHKIT_SOCIAL_DISCORD: JSON.stringify(GOOGLE),
        LATCHKIT_VAULT_SOCIAL_DISCORD: '{"clientId":"of the vault"}',
        LATCHKIT_VAULT_SOCIAL_FACEBOOK: '{"clientId":"id","clientSecret":"facebook secret"}',
      },
      false,
    );
    expect(settings.vaultClients).toEqual({
      github,
      discord: { clientId: 'of the vault' },
      facebook: { clientId: 'id', clientSecret: 'facebook secret' },
    });
    for (const [name, text, fields] of [
      ['LATCHKIT_VAULT_SOCIAL_GITHUB', '{"clientId":"id"}', 'clientId, clientSecret'],
      ['LATCHKIT_VAULT_SOCIAL_GOOGLE', JSON.stringify(GOOGLE), 'clientId'],
    ] as const) {
      const message = `${name} must be a JSON object with ${fields}`;
      expect(() => socialSettings({ [name]: text }, false)).toThrow(message);
    }
  });

  it('finds the development identity provider, and refuses it in production', () => {
    expect(socialSettings({ LATCHKIT_IDP_PORT: '4003' }, true).idpUrl).toBe('http://localhost:4003');
    expect(() => socialSettings({ LATCHKIT_IDP_PORT: '4003' }, false)).toThrow('for development only');
    expect(() => socialSettings({ LATCHKIT_IDP_PORT: 'x' }, true)).toThrow('must be a port');
  });
});
