import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';

let secure: WalletSuite;
let local: WalletSuite;
beforeAll(async () => {
  const database = await openTestDatabase();
  secure = await walletSuite({ database });
  local = await walletSuite({
    database,
    frameUrl: 'http://localhost:4001',
    vaultUrl: 'http://localhost:4002',
  });
});
afterAll(async () => {
  await local.gateway.close();
  await secure.close();
});

describe('createWalletApp', () => {
  it('sends the HSTS header when its public URL is https', async () => {
    const hsts = async ({ services: { frame, vault } }: WalletSuite) => {
      const answers = [
        await frame?.request('/.well-known/jwks.json'),
        await vault?.request('/approve'),
        await vault?.request('/nothing-here'),
      ];
      return answers.map(answer => answer?.headers.get('Strict-Transport-Security'));
    };
    expect(await hsts(secure)).toEqual(Array.from({ length: 3 }, () => 'max-age=63072000'));
    expect(await hsts(local)).toEqual([null, null, null]);
  });

  it('refuses calls of other origins, and lets a host page load the wallet page, which may send its origin', async () => {
    const { frame } = secure.services;
    const ask = async (method: string, mode: string | undefined) => {
      const headers = { Origin: 'https://shop.example', ...(mode && { 'Sec-Fetch-Mode': mode }) };
      const answer = await frame?.request('/.well-known/jwks.json', { method, headers });
      return [answer?.status, answer?.headers.get('Access-Control-Allow-Origin')];
    };
    expect(await ask('GET', 'navigate')).toEqual([200, null]);
    for (const mode of [undefined, 'cors', 'no-cors']) expect(await ask('GET', mode)).toEqual([403, null]);
    expect(await ask('POST', 'navigate')).toEqual([403, null]);
  });
});
