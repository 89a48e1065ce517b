import { describe, expect, it } from 'vitest';
import { urlUnder } from './urlUnder.js';

describe('urlUnder', () => {
  it.each([
    ['https://app.example', 'https://app.example/v1'],
    ['https://app.example/', 'https://app.example/v1'],
    ['https://app.example/wallet', 'https://app.example/wallet/v1'],
    ['https://app.example/wallet/', 'https://app.example/wallet/v1'],
    ['https://app.example/a/b//', 'https://app.example/a/b/v1'],
    ['http://localhost:4000/wallet', 'http://localhost:4000/wallet/v1'],
    ['https://app.example/wallet?x=1#y', 'https://app.example/wallet/v1'],
  ])('is under %s (GW-08)', (base, url) => {
    expect([urlUnder(base, '/v1').href, urlUnder(base, 'v1').href]).toEqual([url, url]);
  });
});
