import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from './isLoopbackHost.js';

describe('isLoopbackHost', () => {
  it.each([
    'localhost',
    'localhost:4000',
    'LOCALHOST:4000',
    'shop.localhost:4000',
    '127.0.0.1',
    '127.0.0.1:4000',
    '127.8.9.1:80',
    '[::1]',
    '[::1]:4000',
    '[0:0:0:0:0:0:0:1]:4000',
    '[::ffff:127.0.0.1]:4000',
  ])('accepts %s', host => expect(isLoopbackHost(host)).toBe(true));

  it.each([
    '',
    'evil.example',
    'evil.example:4000',
    'localhost.evil.example',
    'evillocalhost',
    'localhost.',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    'localhost:4000, evil.example',
    'localhost evil.example',
    '127.0.0.1.evil.example',
    '127.evil.example',
    '128.0.0.1',
    '10.0.0.1',
    '0.0.0.0:4000',
    '192.168.1.2:4000',
    '[::]',
    '[::2]:4000',
    '[::ffff:10.0.0.1]',
    '[fe80::1]:4000',
    'localhost:x',
  ])('refuses %s', host => expect(isLoopbackHost(host)).toBe(false));
});
