import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Mail } from '../ports/Mailer.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { readSettings } from '../readSettings.js';
import { type RunningGateway, startGateway } from '../startGateway.js';
import { passTime } from '../testing/passTime.js';
import { walletFrame } from '../testing/walletFrame.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-restored-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

const PAGE = { project: DEVELOPMENT_PROJECT_ID, origin: 'http://localhost:5173' };
const start = (data: string) =>
  startGateway(
    readSettings({
      LATCHKIT_GATEWAY_PORT: '0',
      LATCHKIT_DATA_DIR: data,
      LATCHKIT_LOG: 'off',
      LATCHKIT_INDEX: 'off',
    }),
  );

/** A frame against running servers. */
async function frameOf({ url, frameUrl = '', vaultUrl = '' }: RunningGateway) {
  let mails: readonly Mail[] = [];
  const fetchAll: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    mails = await (await fetch(`${url}/dev/inbox`)).json();
    return answer;
  };
  const frame = await walletFrame({ frameUrl, vaultUrl, fetch: fetchAll }, PAGE, to =>
    mails.filter(mail => mail.to === to),
  );
  await frame.register();
  return frame;
}

describe('a backup', () => {
  it('is restored on an empty machine: the wallets have the addresses that they had, and what was made later is not there [SEC-77]', async () => {
    const data = join(directory, 'first');
    let gateway = await start(data);
    const made = new Map<string, string>();
    for (const email of ['one@mail.example', 'two@mail.example', 'three@mail.example']) {
      const frame = await frameOf(gateway);
      made.set(email, (await frame.create(await frame.signIn(email))).addresses.evm);
    }
    await gateway.stop();
    const restored = join(directory, 'second');
    cpSync(data, restored, { recursive: true });
    gateway = await start(data);
    const late = await frameOf(gateway);
    await late.create(await late.signIn('late@mail.example'));
    await gateway.stop();

    // The data without its keys is worth nothing: those of a machine are made anew, and are not the ones.
    await expect(start(restored)).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    rmSync(`${restored}-keys`, { recursive: true });
    cpSync(`${data}-keys`, `${restored}-keys`, { recursive: true });
    gateway = await start(restored);
    passTime(31_000);
    for (const [email, evm] of made) {
      const frame = await frameOf(gateway);
      expect((await frame.recover(await frame.signIn(email))).account.addresses.evm).toBe(evm);
    }
    const stranger = await frameOf(gateway);
    expect((await stranger.signIn('late@mail.example')).user.wallet).toBeNull();
    await gateway.stop();
  }, 120_000);
});
