import { type Approval, digestOf, type SigningRequest } from '@latchkit/keyring';
import { toHex, verifyMessage } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_SCHEMA } from '../../../../packages/gateway/src/wallet/service/walletMigrations.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import {
  type MemoryInstallation,
  memoryInstallation,
} from '../../../../packages/keyring/test/memoryInstallation.js';
import { createServiceClient } from '../services/createServiceClient.js';
import type { PageMessage } from '../storage/createPageChannel.js';
import type { SessionStore, StoredSession } from '../storage/SessionStore.js';
import { channelWorker } from '../worker/channelWorker.test-support.js';
import { createWorkerKeyring } from '../worker/createWorkerKeyring.js';
import type { Account, AccountUser } from './Account.js';
import { createAccount } from './createAccount.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface World {
  readonly account: Account;
  readonly installation: MemoryInstallation;
  readonly sessions: SessionStore;
  /** The users that `onChange` reported. */
  readonly heard: (AccountUser | undefined)[];
  /** The messages posted to other pages; no other page is open. */
  readonly told: PageMessage[];
}

/** An account with real services; without a given installation it is a new device. */
async function world(
  known?: Pick<World, 'installation' | 'sessions'>,
  answer: (request: Request) => Promise<Response> = async request => suite.servers.fetch(request),
): Promise<World> {
  const installation = known?.installation ?? (await memoryInstallation());
  const sessions = known?.sessions ?? memorySessions();
  const client = (url: string) =>
    createServiceClient({
      ...{ url, installation, projectId: PAGE.project, hostOrigin: PAGE.origin },
      fetch: answer,
    });
  const heard: World['heard'] = [];
  const told: World['told'] = [];
  const { sealingKey, jkt } = installation;
  const start = { origin: PAGE.origin, jkt, isStored: false, sealingKey, shareKey: sealingKey };
  const { account } = createAccount({
    walletService: client(suite.servers.frameUrl),
    vault: client(suite.servers.vaultUrl),
    ...{ installation, sessions, hostOrigin: PAGE.origin },
    logins: { read: async () => undefined, keep: async () => {} },
    socialLogins: { read: () => undefined, write: () => {} },
    walletOrigin: suite.servers.frameUrl,
    askPassword: async () => '',
    openKeyring: () => createWorkerKeyring(() => channelWorker(installation), start),
    onChange: user => heard.push(user),
    onOvertaken: () => {},
    pageChannel: { post: message => void told.push(message), listen: () => {} },
  });
  return { account, installation, sessions, heard, told };
}

function memorySessions(): SessionStore {
  let kept: StoredSession | undefined;
  return {
    read: async () => kept,
    keep: async session => {
      kept = session;
    },
    alone: work => work(),
  };
}

let address = '';
const mailed = (pattern: RegExp): string => {
  for (const { text } of suite.inbox.mails(address).toReversed()) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`No matching email to ${address}`);
};
const code = () => mailed(/^(\d{6})$/m);

async function follow(approve: boolean): Promise<void> {
  const body = JSON.stringify({ token: mailed(/#t=([\w-]+)/), approve });
  const url = `${suite.servers.vaultUrl}/v1/approvals/decide`;
  const headers = { 'Content-Type': 'application/json' };
  await suite.servers.fetch(new Request(url, { method: 'POST', headers, body }));
}

/** Milliseconds until another email may be requested for an address. */
const COOLDOWN = 30_000;

const never = new AbortController().signal;

/** Signs in by email, with link and code if they are required. */
async function signIn(account: Account) {
  vi.setSystemTime(Date.now() + COOLDOWN);
  const action = await account.startEmail(address);
  if (action === 'VERIFY_DEVICE') {
    await follow(true);
    await account.awaitDevice(never);
  }
  return { action, user: await account.verifyCode(code(), never) };
}

async function sign(account: Account, id = 'a') {
  const evm = account.user()?.wallet?.addresses.evm as `0x${string}`;
  const request: SigningRequest = {
    ...{ id, kind: 'message', chainId: 'eip155:1', account: evm, payload: toHex('hello') },
  };
  const at = Date.now();
  const approval: Approval = {
    ...{
      id,
      digest: await digestOf(request),
      origin: PAGE.origin,
      surface: 'frame',
      armedAt: at,
      decidedAt: at,
    },
  };
  const signature = (await account.sign(request, approval)) as `0x${string}`;
  return verifyMessage({ address: evm, message: 'hello', signature });
}

describe('createAccount', () => {
  it('creates a wallet at the first sign-in and signs with it', async () => {
    address = suite.address();
    const { account } = await world();
    const { action, user } = await signIn(account);
    expect(action).toBe('VERIFY_DEVICE');
    expect(user).toMatchObject({ email: address, isEnrolled: true, wallet: { epoch: 1 } });
    expect(account.user()).toEqual(user);
    expect(await sign(account)).toBe(true);
  });

  it('restores the same addresses on another device by link and code; a known device needs only the code [SEC-53]', async () => {
    address = suite.address();
    const first = await world();
    const { user } = await signIn(first.account);
    const second = await world();
    const other = await signIn(second.account);
    expect([other.action, other.user.wallet]).toEqual(['VERIFY_DEVICE', user.wallet]);
    expect(await sign(second.account)).toBe(true);
    await first.account.signOut();
    expect(first.account.user()).toBeUndefined();
    const again = await signIn(first.account);
    expect([again.action, again.user.wallet]).toEqual(['VERIFY_OTP', user.wallet]);
    expect(await sign(first.account)).toBe(true);
  });

  it('restores the session after a reload without an email and unlocks its own share set', async () => {
    address = suite.address();
    const before = await world();
    const { user } = await signIn(before.account);
    const mails = suite.inbox.mails(address).length;
    const after = await world(before);
    expect(await after.account.restore()).toEqual(user);
    expect(await sign(after.account)).toBe(true);
    expect(suite.inbox.mails(address)).toHaveLength(mails);
    expect(await after.account.startEmail(` ${address.toUpperCase()}`)).toBe('CONNECT');
  });

  it('ends the session here and at the wallet service when the user signs out', async () => {
    address = suite.address();
    const { account, installation, sessions, heard } = await world();
    const { user } = await signIn(account);
    const kept = await sessions.read();
    await account.signOut();
    expect(heard).toEqual([user, undefined]);
    await expect(sign(account)).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    // Stolen tokens are useless now.
    await sessions.keep(kept);
    const after = await world({ installation, sessions });
    expect(await after.account.restore()).toBeUndefined();
    expect(await sessions.read()).toBeUndefined();
  });

  it('refuses to sign when the session was ended elsewhere or the wallet is frozen [SEC-76]', async () => {
    address = suite.address();
    const { account, sessions, told } = await world();
    await signIn(account);
    expect(await sign(account, 'before')).toBe(true);
    const run = (sql: string, value: Date | null) =>
      suite.database.query(`update ${WALLET_SCHEMA}.${sql}`, [value]);
    await run('users set frozen_until = $1', new Date(Date.now() + 60_000));
    // The wallet service's share is still in memory.
    await expect(sign(account, 'frozen')).rejects.toMatchObject({ code: 'FROZEN' });
    expect(told).toEqual([{ type: 'FROZEN' }]);
    await run('users set frozen_until = $1', null);
    expect(await sign(account, 'thawed')).toBe(true);
    const kept = await sessions.read();
    await sessions.keep(undefined);
    await expect(sign(account, 'other page')).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    expect(account.user()).toBeUndefined();
    await sessions.keep(kept);
    expect(await account.restore()).toBeDefined();
    await run('sessions set revoked_at = $1', new Date());
    await expect(sign(account, 'revoked')).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
  });

  it('reports what is wrong with a code and accepts the right one afterwards [SEC-19]', async () => {
    address = suite.address();
    const { account } = await world();
    await account.startEmail(address);
    await follow(true);
    await account.awaitDevice(never);
    const right = code();
    const wrong = right === '000000' ? '000001' : '000000';
    await expect(account.verifyCode(wrong, never)).rejects.toMatchObject({ code: 'OTP_INVALID' });
    const user = await account.verifyCode(right, never);
    expect(user.email).toBe(address);
    await expect(account.verifyCode(right, never)).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
  });

  it('ends the sign-in when the device is denied or another sign-in replaces it', async () => {
    address = suite.address();
    const { account } = await world();
    await account.startEmail(address);
    await follow(false);
    await expect(account.awaitDevice(never)).rejects.toMatchObject({ code: 'DEVICE_DENIED' });
    const leaving = new AbortController();
    const other = suite.address();
    address = other;
    vi.setSystemTime(Date.now() + COOLDOWN);
    await account.startEmail(other);
    leaving.abort();
    await expect(account.awaitDevice(leaving.signal)).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
