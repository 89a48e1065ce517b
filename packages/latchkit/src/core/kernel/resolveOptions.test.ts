import { describe, expect, it } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { checkOptions, withProject } from './resolveOptions.js';

describe('checkOptions', () => {
  it.each([
    'localhost:6200',
    'gateway.example',
    '//gateway.example',
    'https://',
    'https://gateway.example/?a=1',
    'https://gateway.example#a',
    'ftp://gateway.example',
  ])('refuses the gateway address %j at once, and says what to write (DX-09)', gateway => {
    expect(() => checkOptions({ networks: [mainnet], gateway })).toThrow(
      expect.objectContaining({
        code: 'INVALID_GATEWAY',
        details: `'${gateway}' is not a base URL. Begin it with https://, or with http:// in development; it may have a path.`,
      }),
    );
  });

  it.each([
    'https://gateway.example',
    'http://localhost:4000/',
    'https://example.com/gateway',
    'https://example.com/gateway/',
  ])('takes %s (DX-09)', gateway =>
    expect(() => checkOptions({ networks: [mainnet], gateway })).not.toThrow(),
  );

  it('refuses a checkbox for terms that no visitor could read', () => {
    const check = (modal?: object) =>
      checkOptions({ networks: [mainnet], features: { legalCheckbox: true }, ...(modal && { modal }) });
    const refused = expect.objectContaining({ code: 'TERMS_MISSING' });
    for (const modal of [undefined, {}, { termsUrl: '' }, { privacyUrl: 'javascript:alert(1)' }])
      expect(() => check(modal)).toThrow(refused);
    for (const modal of [{ termsUrl: '/terms' }, { privacyUrl: 'https://example.com/privacy' }])
      expect(() => check(modal)).not.toThrow();
  });

  it('refuses a page that offers neither wallets nor a login (DX-19)', () => {
    const refused = expect.objectContaining({
      code: 'LOGIN_MISSING',
      message: expect.stringContaining('embeddedWallet'),
    });
    expect(() => checkOptions({ networks: [mainnet], wallets: false })).toThrow(refused);
    expect(() => checkOptions({ networks: [mainnet], wallets: {} })).not.toThrow();
  });
});

describe('withProject', () => {
  const project = (gateway: string | undefined, projectId?: string) =>
    withProject({ networks: [mainnet], gateway, projectId }).projectId;

  it.each([
    'http://localhost:4000',
    'http://127.0.0.1:4000/',
    'http://[::1]:4000',
    'http://gateway.localhost/v',
  ])('uses the development project of a gateway on this machine: %s (DX-06)', gateway =>
    expect(project(gateway)).toBe('00000000000000000000000000000000'),
  );

  it('passes on the project of the host, and assumes none elsewhere (DX-06)', () => {
    expect(project('http://localhost:4000', 'f'.repeat(32))).toBe('f'.repeat(32));
    for (const gateway of [
      undefined,
      'https://gateway.example',
      'http://localhost.example:4000',
      'http://gateway.example/localhost',
      'https://localhost:4000',
    ])
      expect(project(gateway)).toBeUndefined();
  });
});
