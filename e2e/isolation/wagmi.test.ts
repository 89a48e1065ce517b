import { describe, expect } from 'vitest';
import { ADDRESS, it as labIt } from './support/lab.js';

interface HostWagmi {
  readonly status: () => string;
  readonly address: () => string | undefined;
  readonly connect: () => Promise<void>;
  readonly disconnect: () => Promise<unknown>;
}

const it = labIt
  .extend('lab', async ({ lab, page }) => {
    await page.goto(lab.address('wagmi'));
    await lab.button.waitFor();
    return lab;
  })
  .extend('wagmi', ({ page }) => {
    const ask = <K extends keyof HostWagmi>(name: K) =>
      page.evaluate(key => (window as unknown as { wagmi: HostWagmi }).wagmi[key as 'status'](), name);
    return { ask, both: () => Promise.all([ask('status'), ask('address')]) };
  });

describe('a host with its own wagmi configuration', () => {
  it('reads the connection from wagmi as soon as Latchkit made it, and its end', async ({
    lab,
    page,
    wagmi,
  }) => {
    await lab.button.click();
    await lab.row('Lab Wallet').click();
    await page.waitForFunction(
      () => window.lab.hosts[0]?.kit.store.getState().namespaces.eip155?.account.status === 'connected',
    );
    expect(await wagmi.both()).toEqual(['connected', ADDRESS]);
    await page.evaluate(() => window.lab.hosts[0]?.disconnect());
    expect(await wagmi.both()).toEqual(['disconnected', undefined]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'makes a connection through wagmi that Latchkit shows, and ends it',
    async ({ lab, wagmi }) => {
      await wagmi.ask('connect');
      await expect.poll(() => lab.status()).toBe('connected');
      await expect.poll(() => lab.button.getAttribute('aria-label')).toContain('0xf3…b92266');
      await wagmi.ask('disconnect');
      await expect.poll(() => lab.status()).toBe('disconnected');
      await expect.poll(() => lab.button.textContent()).toBe('Connect wallet');
    },
  );
});
