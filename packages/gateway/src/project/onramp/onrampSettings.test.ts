import { describe, expect, it } from 'vitest';
import { onrampVendors } from './onrampSettings.js';

const SECRET = Buffer.alloc(64, 7).toString('base64');

describe('onrampVendors', () => {
  it('offers no service without a key', () => {
    const empty = { LATCHKIT_COINBASE_KEY: '', LATCHKIT_MELD_KEY: '', LATCHKIT_MELD_WEBHOOK_SECRET: 'x' };
    expect([onrampVendors({}), onrampVendors(empty)]).toEqual([{}, {}]);
  });

  it('reads the keys', () => {
    const { coinbase, meld } = onrampVendors({
      LATCHKIT_COINBASE_KEY: 'id',
      LATCHKIT_COINBASE_SECRET: SECRET,
      LATCHKIT_COINBASE_WEBHOOK_SECRET: 'one',
      LATCHKIT_MELD_KEY: 'key',
      LATCHKIT_MELD_URL: 'https://api-sb.meld.io/',
    });
    expect(coinbase).toMatchObject({ keyId: 'id', webhookSecret: 'one' });
    expect(coinbase?.key.asymmetricKeyType).toBe('ed25519');
    expect(meld).toEqual({ key: 'key', webhookSecret: undefined, api: 'https://api-sb.meld.io' });
  });

  it('refuses half of a key, and a key of another form, without naming the value', () => {
    for (const [env, reason] of [
      [
        { LATCHKIT_COINBASE_KEY: 'secret' },
        'LATCHKIT_COINBASE_SECRET must be set with LATCHKIT_COINBASE_KEY',
      ],
      [
        { LATCHKIT_COINBASE_SECRET: SECRET },
        'LATCHKIT_COINBASE_KEY must be set with LATCHKIT_COINBASE_SECRET',
      ],
      [
        { LATCHKIT_COINBASE_KEY: 'id', LATCHKIT_COINBASE_SECRET: 'secret' },
        'LATCHKIT_COINBASE_SECRET is not the secret of a CDP key',
      ],
      [
        { LATCHKIT_MELD_KEY: 'key', LATCHKIT_MELD_URL: 'secret' },
        'LATCHKIT_MELD_URL is not the address of such a server',
      ],
    ] as const)
      expect(() => onrampVendors(env)).toThrow(reason);
  });
});
