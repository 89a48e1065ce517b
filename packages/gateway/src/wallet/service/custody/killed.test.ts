import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../../../scripts/lib/ports.mjs';
import { passTime } from '../../../../test/passTime.js';
import {
  buildCommand,
  type GatewayCommand,
  type RunningCommand,
} from '../../../../test/servers/buildCommand.js';
import { fillDataDirectory } from '../../../../test/testDatabase.js';
import { waitUntil } from '../../../../test/waitUntil.js';
import { walletFrame } from '../../../../test/wallet/walletFrame.js';
import type { Mail } from '../../../platform/ports/Mailer.js';
import { DEVELOPMENT_PROJECT_ID } from '../../../project/projects/developmentProject.js';
import { readSettings } from '../../../server/readSettings.js';
import { startServer } from '../../../server/startServer.js';

/** Number of kills: at least one in each step. */
const KILLS = process.env.LATCHKIT_FULL ? 200 : 5;
const PAGE = { project: DEVELOPMENT_PROJECT_ID, origin: 'http://localhost:5173' };

let command: GatewayCommand;
let ports: Record<'gateway' | 'frame' | 'vault', number>;
const directory = mkdtempSync(join(tmpdir(), 'latchkit-killed-'));
const data = join(directory, 'data');

beforeAll(async () => {
  command = await buildCommand();
  await fillDataDirectory(data);
  ports = { gateway: await freePort(), frame: await freePort(), vault: await freePort() };
});
afterAll(() => {
  command.killAll();
  command.remove();
  rmSync(directory, { recursive: true, force: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const url = (of: keyof typeof ports) => `http://localhost:${ports[of]}`;

const env = () => ({
  LATCHKIT_GATEWAY_PORT: String(ports.gateway),
  LATCHKIT_FRAME_PORT: String(ports.frame),
  LATCHKIT_VAULT_PORT: String(ports.vault),
  LATCHKIT_DATA_DIR: data,
  LATCHKIT_INDEX: 'off',
  LATCHKIT_LOG: 'error',
});

async function start(): Promise<RunningCommand> {
  const running = command.run(env());
  await running.ready(url('gateway'));
  return running;
}

/** A wallet page that calls the running process. */
async function newFrame() {
  let mails: readonly Mail[] = [];
  const servers = {
    frameUrl: url('frame'),
    vaultUrl: url('vault'),
    fetch: async (request: Request) => {
      const answer = await fetch(request);
      mails = await (await fetch(`${url('gateway')}/dev/inbox`)).json();
      return answer;
    },
  };
  const frame = await walletFrame(servers, PAGE, to => mails.filter(mail => mail.to === to));
  await frame.register();
  return frame;
}

/** The user's wallet, opened by recovery with the real keys. */
async function recovered(email: string): Promise<string | undefined> {
  const frame = await newFrame();
  const signedIn = await frame.signIn(email);
  return signedIn.user.wallet === null ? undefined : (await frame.recover(signedIn)).account.addresses.evm;
}

async function killed(running: RunningCommand): Promise<void> {
  running.child.kill('SIGKILL');
  await running.ended;
}

const STEPS = ['draft', 'put', 'read back', 'commit', 'confirm'];

describe(`a wallet service that is killed ${KILLS} times while it creates wallets`, () => {
  it('stores no incomplete wallet and loses none [SEC-54]', { timeout: KILLS * 180_000 }, async () => {
    const answered = new Map<string, string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = await start();
      const email = `user${kill}@mail.example`;
      const frame = await newFrame();
      const signedIn = await frame.signIn(email);
      const ends: Promise<void>[] = [];
      // At any time during creation, even in the middle of a statement.
      const making = frame.create(signedIn, name => {
        if (name !== STEPS[kill % STEPS.length]) return;
        setTimeout(() => ends.push(killed(running)), Math.random() * 30);
      });
      const made = await making.catch(() => undefined);
      await waitUntil(async () => ends.length > 0);
      await Promise.all(ends);
      if (made !== undefined) answered.set(email, made.addresses.evm);
    }
    // In this process, because its clock can be ahead of every cooldown.
    const gateway = await startServer(readSettings(env()));
    // All come from one network with an hourly limit: an hour passes after those of the kills.
    passTime(3_600_000);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const email = `user${kill}@mail.example`;
      passTime(300_000);
      const found = await recovered(email);
      // Every confirmed wallet exists, and every stored wallet opens with the keys of its addresses.
      if (answered.has(email)) expect(found, email).toBe(answered.get(email));
      if (found !== undefined) continue;
      passTime(31_000);
      const again = await newFrame();
      const made = await again.create(await again.signIn(email));
      passTime(31_000);
      expect(await recovered(email)).toBe(made.addresses.evm);
    }
    await gateway.stop();
  });
});
