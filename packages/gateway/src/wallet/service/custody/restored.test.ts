import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { fillDataDirectory } from '../../../../test/database/pgliteTestDatabase.js';
import { passTime } from '../../../../test/passTime.js';
import { runningFrame } from '../../../../test/wallet/runningFrame.js';
import { readSettings } from '../../../server/readSettings.js';
import { startServer } from '../../../server/startServer.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-restored-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

const start = (data: string) =>
  startServer(
    readSettings({
      LATCHKIT_GATEWAY_PORT: '0',
      LATCHKIT_DATA_DIR: data,
      LATCHKIT_LOG: 'off',
      LATCHKIT_INDEX: 'off',
    }),
  );

describe('a backup', () => {
  it('restores the wallets with their addresses on an empty machine, without anything created later [SEC-77]', async () => {
    const data = join(directory, 'first');
    await fillDataDirectory(data);
    let gateway = await start(data);
    const made = new Map<string, string>();
    for (const email of ['one@mail.example', 'two@mail.example', 'three@mail.example']) {
      const frame = await runningFrame(gateway);
      made.set(email, (await frame.create(await frame.signIn(email))).addresses.evm);
    }
    await gateway.stop();
    const restored = join(directory, 'second');
    cpSync(data, restored, { recursive: true });
    gateway = await start(data);
    const late = await runningFrame(gateway);
    await late.create(await late.signIn('late@mail.example'));
    await gateway.stop();

    // Without its keys the data is useless: a new machine generates different ones.
    await expect(start(restored)).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    rmSync(`${restored}-keys`, { recursive: true });
    cpSync(`${data}-keys`, `${restored}-keys`, { recursive: true });
    gateway = await start(restored);
    passTime(31_000);
    for (const [email, evm] of made) {
      const frame = await runningFrame(gateway);
      expect((await frame.recover(await frame.signIn(email))).account.addresses.evm).toBe(evm);
    }
    const stranger = await runningFrame(gateway);
    expect((await stranger.signIn('late@mail.example')).user.wallet).toBeNull();
    await gateway.stop();
  });
});
