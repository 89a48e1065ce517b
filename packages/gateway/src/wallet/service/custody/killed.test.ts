import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORTAL_PROJECT, readHomeCall, releaseRecoveryCall, switchWalletCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../../../scripts/lib/ports.mjs';
import { passTime } from '../../../../test/passTime.js';
import {
  buildCommand,
  type GatewayCommand,
  type RunningCommand,
} from '../../../../test/servers/buildCommand.js';
import { type DataSettings, newData } from '../../../../test/testDatabase.js';
import { waitUntil } from '../../../../test/waitUntil.js';
import { protectingFrame, recoverWithPasskey, recoveryOf } from '../../../../test/wallet/protectingFrame.js';
import { openSeed, xor } from '../../../../test/wallet/testWallet.js';
import { type Refusal, walletFrame } from '../../../../test/wallet/walletFrame.js';
import type { Mail } from '../../../platform/ports/Mailer.js';
import { DEVELOPMENT_PROJECT_ID } from '../../../project/projects/developmentProject.js';
import { readSettings } from '../../../server/readSettings.js';
import { startServer } from '../../../server/startServer.js';

/** Number of kills, each in the middle of one operation of every kind. */
const KILLS = process.env.LATCHKIT_FULL ? 200 : 1;
const PAGE = { project: DEVELOPMENT_PROJECT_ID, origin: 'http://localhost:5173' };

let command: GatewayCommand;
let ports: Record<'gateway' | 'frame' | 'vault', number>;
const directory = mkdtempSync(join(tmpdir(), 'latchkit-killed-'));
let data: DataSettings;

beforeAll(async () => {
  command = await buildCommand();
  data = await newData(join(directory, 'data'));
  ports = { gateway: await freePort(), frame: await freePort(), vault: await freePort() };
});
afterAll(async () => {
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
  ...data,
  LATCHKIT_TRUSTED_PROXIES: 'loopback',
  ...(data.DATABASE_URL === undefined ? {} : { LATCHKIT_VAULT_DATABASE_URL: data.DATABASE_URL }),
  LATCHKIT_INDEX: 'off',
  LATCHKIT_LOG: 'error',
});

async function start(): Promise<RunningCommand> {
  const running = command.run(env());
  await running.ready(url('gateway'));
  return running;
}

/** A page of a browser of its own, which calls the running process from a network of its own: their calls are limited. */
async function newFrame(page = PAGE) {
  let mails: readonly Mail[] = [];
  const network = Array.from({ length: 4 }, () => Math.ceil(Math.random() * 250)).join('.');
  const servers = {
    frameUrl: url('frame'),
    vaultUrl: url('vault'),
    fetch: async (request: Request) => {
      request.headers.set('X-Forwarded-For', network);
      const answer = await fetch(request);
      mails = await (await fetch(`${url('gateway')}/dev/inbox`)).json();
      return answer;
    },
  };
  const frame = await walletFrame(servers, page, to => mails.filter(mail => mail.to === to));
  await frame.register();
  return frame;
}

/** A user at the portal, with a wallet. */
async function portalUser(email: string) {
  const portal = await newFrame({ project: PORTAL_PROJECT, origin: url('frame') });
  const signedIn = await portal.signIn(email);
  await portal.create(signedIn);
  const { seed } = await portal.open(signedIn.session.access);
  return { email, portal, signedIn, seed };
}

async function killed(running: RunningCommand): Promise<void> {
  running.child.kill('SIGKILL');
  await running.ended;
}

/** Every step of every operation: at random, the kill hits the others in any of theirs. */
const STEPS = [
  ...['draft', 'read back', 'commit', 'confirm'].map(step => `create ${step}`),
  ...['put', 'store', 'commit', 'confirm'].map(step => `rekey ${step}`),
  ...['put', 'store', 'try', 'commit', 'confirm'].map(step => `protect ${step}`),
  ...['put', 'store', 'commit', 'confirm'].map(step => `move ${step}`),
];

/** A life of the process: it ends while one user creates a wallet, one rekeys it, one adds a passkey, and one moves. */
async function life(kill: number) {
  const running = await start();
  const email = (name: string) => `${name}${kill}@mail.example`;
  const creator = await newFrame();
  const [signedIn, rekeyer, protector, mover] = [
    await creator.signIn(email('creator')),
    await portalUser(email('rekeyer')),
    await portalUser(email('protector')),
    await portalUser(email('mover')),
  ];
  const { access } = protector.signedIn.session;
  const protecting = protectingFrame(
    protector.portal,
    protector.signedIn,
    await protector.portal.walletKey(access),
  );
  const receipt = await protecting.receipt('protection');
  const passkey = await protecting.addPasskey(receipt);
  const wanted = STEPS[Math.floor(Math.random() * STEPS.length)];
  const ends: Promise<void>[] = [];
  // At any time, even in the middle of a statement.
  const stepOf = (operation: string) => (step: string) => {
    if (`${operation} ${step}` === wanted) setTimeout(() => ends.push(killed(running)), Math.random() * 30);
  };
  const cut = () => undefined;
  const [made] = await Promise.all([
    creator.create(signedIn, stepOf('create')).catch(cut),
    rekeyer.portal.rekey(rekeyer.signedIn, stepOf('rekey')).catch(cut),
    protecting.protect(receipt, 'passkey', [passkey], { step: stepOf('protect') }).catch(cut),
    mover.portal.move(mover.signedIn, stepOf('move')).catch(cut),
  ]);
  await waitUntil(async () => ends.length > 0);
  await Promise.all(ends);
  return {
    creator: { email: email('creator'), evm: made?.addresses.evm },
    rekeyer,
    protector,
    mover,
    passkey,
  };
}

type Life = Awaited<ReturnType<typeof life>>;

/** Every confirmed wallet exists, and every stored wallet opens with the keys of its addresses. */
async function checkCreator({ creator: { email, evm } }: Life): Promise<void> {
  const frame = await newFrame();
  const signedIn = await frame.signIn(email);
  if (evm !== undefined) expect(signedIn.user.wallet?.addresses.evm, email).toBe(evm);
  const found =
    signedIn.user.wallet === null ? await frame.create(signedIn) : (await frame.recover(signedIn)).account;
  passTime(31_000);
  const again = await newFrame();
  expect((await again.recover(await again.signIn(email))).account).toEqual(found);
}

/** The wallet opens in the browser that rekeyed and on a new device, and can be rekeyed again. */
async function checkRekeyer({ rekeyer: { email, portal, seed } }: Life): Promise<void> {
  const signedIn = await portal.signIn(email);
  const { access } = signedIn.session;
  expect((await portal.open(access)).seed, email).toEqual(seed);
  passTime(31_000);
  const other = await newFrame();
  expect((await other.recover(await other.signIn(email))).seed, email).toEqual(seed);
  await portal.rekey(signedIn);
  expect((await portal.open(access)).seed, email).toEqual(seed);
}

/** The first wallet is as it was, and there is a whole second one or the user can create it. It opens on a new device. */
async function checkMover({ mover: { email, portal, seed } }: Life): Promise<void> {
  const signedIn = await portal.signIn(email);
  const { access } = signedIn.session;
  expect((await portal.open(access)).seed, email).toEqual(seed);
  const { second } = await portal.ask('frame', readHomeCall, { access });
  passTime(31_000);
  const walletId = second?.wallet.walletId ?? (await portal.move(signedIn)).account.walletId;
  passTime(31_000);
  const code = await portal.freshCode(access, 'switch', email);
  await portal.ask('frame', switchWalletCall, { body: { walletId, code }, access });
  passTime(31_000);
  const other = await newFrame();
  expect((await other.recover(await other.signIn(email))).account.walletId, email).toBe(walletId);
}

/** The wallet opens on a new device with the login alone or with the passkey, as the mode in force says. */
async function checkProtector({ protector: { email, portal, seed }, passkey }: Life): Promise<void> {
  const signedIn = await portal.signIn(email);
  expect((await portal.open(signedIn.session.access)).seed, email).toEqual(seed);
  passTime(31_000);
  const other = await newFrame();
  const there = await other.signIn(email);
  const opened = await recoveryOf(other, there);
  const plain = await other
    .ask('vault', releaseRecoveryCall, { body: opened.proof })
    .catch((error: Refusal) => error.code);
  if (typeof plain === 'string') {
    expect(plain).toBe('PASSKEY_REQUIRED');
    expect(await recoverWithPasskey(other, there, passkey, opened), email).toEqual(seed);
    return;
  }
  const { recovery, proof } = opened;
  const key = xor(recovery.half, await other.unseal(plain.jwe));
  expect(openSeed(key, recovery.sealedSeed, proof.walletId, proof.epoch), email).toEqual(seed);
}

describe(`a wallet service that is killed ${KILLS} times while it creates, rekeys, protects and moves wallets`, () => {
  it('leaves none incomplete and loses none [SEC-54]', { timeout: KILLS * 180_000 }, async () => {
    const lives: Life[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) lives.push(await life(kill));
    // In this process, because its clock can be ahead of every cooldown.
    const gateway = await startServer(readSettings(env()));
    for (const one of lives) {
      for (const check of [checkCreator, checkRekeyer, checkProtector, checkMover]) {
        passTime(300_000);
        await check(one);
      }
    }
    await gateway.stop();
  });
});
