import { describe, expect, it } from 'vitest';
import { connectMethods } from './connectMethods.js';

describe('connectMethods', () => {
  it('puts email first, then social, then wallets [LOG-14]', () => {
    expect(connectMethods(['wallet', 'social', 'email'], false)).toEqual(['email', 'social', 'wallet']);
    expect(connectMethods(['wallet', 'email'], false)).toEqual(['email', 'wallet']);
  });

  it('puts wallets first when one is installed [LOG-15]', () => {
    expect(connectMethods(['email', 'social', 'wallet'], true)).toEqual(['wallet', 'email', 'social']);
    expect(connectMethods(['wallet'], true)).toEqual(['wallet']);
  });
});
