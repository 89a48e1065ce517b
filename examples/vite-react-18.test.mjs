import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDemoWallet, openPage, startExample } from './support/startExample.mjs';

let example;
beforeAll(async () => {
  example = await startExample({
    name: 'vite-react-18',
    program: 'node_modules/vite/bin/vite.js',
    build: ['build', '--logLevel', 'error'],
    serve: port => ['preview', '--port', String(port), '--strictPort'],
  });
});
afterAll(() => example?.stop());

describe('examples/vite-react-18', () => {
  it("connects on React 18 under StrictMode, and wagmi's hooks see the same connection", async () => {
    const { page, wrong } = await openPage(example);
    const read = id => page.getByTestId(id).textContent();
    await connectDemoWallet(page);
    await expect.poll(() => read('host-status')).toBe('connected');
    await expect.poll(() => read('wagmi-status')).toBe('connected');
    expect(await read('wagmi-address')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect((await read('wagmi-address')).toLowerCase()).toBe((await read('host-address')).toLowerCase());
    expect(await read('wagmi-chain-id')).toBe('31337');
    await page.getByRole('button', { name: 'Disconnect through wagmi' }).click();
    await expect.poll(() => read('host-status')).toBe('disconnected');
    expect(wrong).toEqual([]);
  });
});
