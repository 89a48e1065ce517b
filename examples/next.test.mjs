import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDemoWallet, openPage, startExample } from './support/startExample.mjs';

let example;
beforeAll(async () => {
  const program = 'node_modules/next/dist/bin/next';
  example = await startExample({
    name: 'next',
    program,
    build: ['build'],
    serve: port => ['start', '-p', String(port)],
  });
});
afterAll(() => example?.stop());

describe('examples/next', () => {
  it('renders on the server, hydrates without warnings, connects, signs and stays connected after a reload', async () => {
    const { page, wrong } = await openPage(example);
    const served = await (await page.request.get(example.url)).text();
    expect(served).toContain('Connect wallet');
    await connectDemoWallet(page);
    await expect.poll(() => page.getByTestId('host-status').textContent()).toBe('connected');
    await page.getByRole('button', { name: 'Sign message' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => page.getByTestId('host-signature').textContent()).toMatch(/^0x[0-9a-f]{130}$/);
    const again = await (await page.request.get(example.url)).text();
    expect(again).toContain('reconnecting');
    await page.reload();
    await expect.poll(() => page.getByTestId('host-status').textContent()).toBe('connected');
    expect(await page.getByTestId('host-address').textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(wrong).toEqual([]);
  });
});
