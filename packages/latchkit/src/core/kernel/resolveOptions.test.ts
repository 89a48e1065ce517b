import { describe, expect, it } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { checkOptions } from './resolveOptions.js';

describe('checkOptions', () => {
  it.each(['localhost:6200', 'gateway.example', '//gateway.example', 'https://', 'ftp://gateway.example'])(
    'refuses the gateway address %j at once, and says what to write (DX-09)',
    gateway => {
      expect(() => checkOptions({ networks: [mainnet], gateway })).toThrow(
        expect.objectContaining({
          code: 'INVALID_GATEWAY',
          details: `'${gateway}' is no URL: write https://, or http:// in development.`,
        }),
      );
    },
  );

  it.each(['https://gateway.example', 'http://localhost:4000/', 'https://example.com/gateway'])(
    'takes %s (DX-09)',
    gateway => expect(() => checkOptions({ networks: [mainnet], gateway })).not.toThrow(),
  );
});
