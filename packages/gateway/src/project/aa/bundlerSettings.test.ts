import { describe, expect, it } from 'vitest';
import { bundlerSettings } from './bundlerSettings.js';

describe('bundlerSettings', () => {
  it('reads the servers of each chain', () => {
    const env = {
      LATCHKIT_BUNDLER_8453: 'https://bundler.example/key',
      LATCHKIT_PAYMASTER_8453: 'https://paymaster.example/key',
      LATCHKIT_BUNDLER_10: 'https://other.example',
      LATCHKIT_BUNDLER_1: '',
    };
    expect(bundlerSettings(env, false)).toEqual({
      'eip155:8453': { bundler: 'https://bundler.example/key', paymaster: 'https://paymaster.example/key' },
      'eip155:10': { bundler: 'https://other.example', paymaster: undefined },
    });
  });

  it('serves the development chains by the development bundler, never in production', () => {
    const env = { LATCHKIT_BUNDLER_PORT: '4337' };
    const url = 'http://localhost:4337/31337';
    expect(bundlerSettings(env, true)).toMatchObject({ 'eip155:31337': { bundler: url, paymaster: url } });
    expect(bundlerSettings({}, true)).toEqual({});
    expect(() => bundlerSettings(env, false)).toThrow('development only');
  });

  it('reads the context of a paymaster, and takes it for no paymaster (RV-05)', () => {
    const context = { policyId: 'a policy', webhookData: { shop: 1 } };
    const env = {
      LATCHKIT_BUNDLER_8453: 'https://bundler.example',
      LATCHKIT_PAYMASTER_8453: 'https://paymaster.example',
      LATCHKIT_SPONSOR_CONTEXT_8453: JSON.stringify(context),
    };
    expect(bundlerSettings(env, false)['eip155:8453']?.context).toEqual(context);
  });

  it.each(['[]', '"a"', '{', 'null', `{"a":"${'a'.repeat(4_096)}"}`])(
    'refuses the context %s (RV-05)',
    text => {
      const env = {
        LATCHKIT_BUNDLER_8453: 'https://a.example',
        LATCHKIT_PAYMASTER_8453: 'https://b.example',
        LATCHKIT_SPONSOR_CONTEXT_8453: text,
      };
      expect(() => bundlerSettings(env, false)).toThrow(
        'LATCHKIT_SPONSOR_CONTEXT_8453 must be a JSON object',
      );
    },
  );

  it.each([
    [{ LATCHKIT_SPONSOR_CONTEXT_8453: '{}' }, 'must be set with LATCHKIT_PAYMASTER_8453'],
    [{ LATCHKIT_BUNDLER_BASE: 'https://a.example' }, 'number of an EVM chain'],
    [{ LATCHKIT_BUNDLER_8453: 'secret' }, 'LATCHKIT_BUNDLER_8453 is not'],
    [{ LATCHKIT_PAYMASTER_8453: 'https://a.example' }, 'must be set with LATCHKIT_BUNDLER_8453'],
  ])('refuses %o', (env, message) => {
    expect(() => bundlerSettings(env, false)).toThrow(message);
  });
});
