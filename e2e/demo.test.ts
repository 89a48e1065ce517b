import { describe, expect } from 'vitest';
import { it } from './support/journey.js';

describe('demo', () => {
  it('shows a button to connect a wallet, and a host that is disconnected', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
    expect(await page.getByTestId('host-status').textContent()).toBe('disconnected');
  });

  it('contacts nobody but the services of the stack before the visitor acts', async ({ page, stack }) => {
    const hosts = new Set<string>();
    page.on('request', request => hosts.add(new URL(request.url()).origin));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect([...hosts].filter(host => !Object.values(stack).includes(host))).toEqual([]);
  });
});
