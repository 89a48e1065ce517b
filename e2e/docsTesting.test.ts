import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { loginWith, readInbox, waitForMail } from 'latchkit/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from './support/demo.js';
import { login, openConnect } from './support/socialLogin.js';

const root = path.join(import.meta.dirname, '..');

/** The code of docs/testing.md, unchanged. */
async function documented(): Promise<{ logIn(page: Page, gateway: string, email: string): Promise<void> }> {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(path.join(root, 'docs/testing.md'), 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/testing.md has no example.');
  const file = path.join(import.meta.dirname, `.docs-testing-${process.pid}.mjs`);
  writeFileSync(file, (await transform(code, { loader: 'ts', format: 'esm' })).code);
  try {
    return await import(/* @vite-ignore */ file);
  } finally {
    rmSync(file, { force: true });
  }
}

describe('docs/testing.md', () => {
  it('logs a visitor in by email as it is printed', async ({ demo, page, stack }) => {
    const { logIn } = await documented();
    const email = `${crypto.randomUUID()}@mail.example`;
    await demo.open('wallet=none');
    await demo.connectButton.click();
    await demo.shows('Connect', 'Log in to Meridian');
    await logIn(page, stack.gateway, email);
    await demo.reads('status', 'connected');
    const mails = await readInbox(stack.gateway, email);
    expect(mails.map(({ code, link }) => [code !== undefined, link !== undefined])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(await waitForMail(stack.gateway, email.toUpperCase(), { with: 'link' })).toEqual(mails[0]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'logs a visitor in with Farcaster, on the page of the development wallet',
    async ({ demo, page }) => {
      await openConnect(demo);
      await loginWith(page, 'farcaster');
      await demo.reads('status', 'connected');
      await demo.isClosed();
      await expect.poll(async () => (await login(page)).socialProvider).toBe('farcaster');
      expect(page.context().pages()).toHaveLength(1);
    },
  );

  it('says so when no mail comes, and where there is no inbox', async ({ stack }) => {
    const none = waitForMail(stack.gateway, 'nobody@mail.example', { with: 'code', timeout: 150 });
    await expect(none).rejects.toThrow('No mail with a code to nobody@mail.example came in 150 ms');
    await expect(readInbox(stack.vault)).rejects.toThrow('has no inbox');
  });
});
