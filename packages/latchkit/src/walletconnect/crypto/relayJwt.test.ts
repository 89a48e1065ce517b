import { describe, expect, it } from 'vitest';
import { relayToken } from '../../../../gateway/src/project/relay/relayToken.js';
import { randomHex } from './randomHex.js';
import { relayJwt } from './relayJwt.js';

const HOUR = 3_600_000;

describe('relayJwt', () => {
  it.each([-11, -2, -1 / 3, 0, 1 / 3, 2, 11])(
    'is accepted by the relay from a page whose clock is %f h off (WC-04)',
    async hours => {
      const now = Date.UTC(2026, 10, 29);
      const page = { privateKey: randomHex(), audience: 'wss://relay.example', subject: randomHex() };
      const token = await relayJwt({ ...page, now: now + hours * HOUR });
      expect(relayToken(token, () => true, now)).toEqual({ client: expect.stringMatching(/^did:key:z/) });
    },
  );
});
