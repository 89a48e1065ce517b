import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newData } from '../../test/testDatabase.js';
import { errorText } from './errorText.js';
import { runCommand } from './runCommand.js';

it('project payments prints the secret once, and keeps the key of the webhooks', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkit-payments-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const env = await newData(directory);
  const run = (...args: readonly string[]) => runCommand(['project', 'payments', ...args], env);
  await runCommand(['project', 'create', '--name', 'Shop', '--id', 'shop'], env);
  const lines = async (...args: readonly string[]) =>
    Object.fromEntries((await run(...args)).split('\n').map(line => line.split('\t')));
  const first = await lines('shop', '--webhook', 'https://shop.example/hook');
  expect(first.webhook).toBe('https://shop.example/hook');
  expect(first.secret).toMatch(/^lks_[\w-]{43}$/);
  expect(first['webhook key']).toMatch(/^whsec_[\w+/]{43}=$/);
  const third = await lines('shop', '--new-secret', '--webhook', 'none');
  expect(third.secret).not.toBe(first.secret);
  expect(third).toMatchObject({ webhook: 'none', 'webhook key': first['webhook key'] });
  const refused = (...args: readonly string[]) => run(...args).catch(errorText);
  expect(await refused('shop', '--webhook', 'http://shop.example')).toContain(
    '--webhook is not an https URL',
  );
});
