import { randomUUID } from 'node:crypto';
import { startApprovalCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { solveWork } from '../../../../test/solveWork.js';
import { openTestDatabase } from '../../../../test/testDatabase.js';
import { type WalletFrame, walletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import type { SolvedWork } from '../../shared/workPuzzles.js';

const COOLDOWN = 31_000;

let network = '198.51.100.1';
let suite: WalletSuite;
let roomy: WalletSuite;
beforeAll(async () => {
  const database = await openTestDatabase();
  roomy = await walletSuite({ database, address: () => network });
  // The limits of production.
  suite = await walletSuite({ database, allowanceFactor: 1, address: () => network });
});
afterAll(async () => {
  // Its database is the other one's.
  await roomy.services.end();
  await roomy.gateway.close();
  await suite.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A new installation in a network. */
async function frameIn(place: string): Promise<WalletFrame> {
  network = place;
  return suite.frame();
}

/** An installation that holds a share set of its user's wallet. `tight` is the suite whose services it calls afterwards. */
async function enrolled(email: string, tight: WalletSuite): Promise<WalletFrame> {
  let answering = roomy;
  const servers = { ...suite.servers, fetch: (request: Request) => answering.servers.fetch(request) };
  const mails = (to: string) => [...roomy.inbox.mails(to), ...tight.inbox.mails(to)];
  const frame = await walletFrame(servers, PAGE, mails);
  await frame.register();
  await frame.create(await frame.signIn(email));
  passTime(COOLDOWN);
  answering = tight;
  return frame;
}

describe('admitStranger', () => {
  it('lets nine starts of a stranger keep nobody out, and tells the holder of the address', async () => {
    const email = suite.address();
    const stranger = await frameIn('203.0.113.9');
    const answers: string[] = [];
    for (let round = 0; round < 11; round += 1) {
      answers.push(await refused(stranger.start(email)));
      passTime(COOLDOWN);
    }
    // The new installation's own network has its limit.
    expect(answers).toContain('not refused');
    expect(answers.at(-1)).toBe('429 RATE_LIMITED');
    const neighbour = await frameIn('203.0.113.77');
    expect(await refused(neighbour.start(email))).toBe('429 RATE_LIMITED');
    const notices = suite.inbox.mails(email).filter(({ subject }) => subject.includes('keeps trying'));
    expect(notices).toHaveLength(1);
    network = '198.51.100.20';
    const owner = await suite.frame();
    const { user } = await owner.signIn(email);
    expect(user.email).toBe(email);
  });

  it('counts an IPv6 /48 as one network, whichever /64 is used', async () => {
    const email = suite.address();
    const answers: string[] = [];
    for (let subnet = 1; subnet <= 11; subnet += 1) {
      const stranger = await frameIn(`2001:db8:5:${subnet}::/64`);
      answers.push(await refused(stranger.start(email)));
      passTime(COOLDOWN);
    }
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'not refused'));
    expect(answers[10]).toBe('429 RATE_LIMITED');
    const elsewhere = await frameIn('2001:db8:6:1::/64');
    expect(await refused(elsewhere.start(email))).toBe('not refused');
  });

  it('does not let made-up sign-ins use up the limits of an address at the vault', async () => {
    const email = suite.address();
    network = '198.51.100.30';
    const owner = await suite.frame();
    for (let round = 0; round < 12; round += 1) {
      const stranger = await frameIn(`203.0.${round}.1`);
      const other = await stranger.start(suite.address());
      const { encJwk } = stranger;
      for (const more of [{ txn: randomUUID() }, { startToken: other.startToken }, { startToken: 'a.b.c' }]) {
        const body = { email, encJwk, ...more };
        expect(await refused(stranger.ask('vault', startApprovalCall, { body }))).not.toBe('not refused');
      }
      passTime(COOLDOWN);
    }
    expect(suite.inbox.mails(email)).toEqual([]);
    network = '198.51.100.30';
    expect((await owner.signIn(email)).user.email).toBe(email);
  });

  it('locks no enrolled or new device out of a project when sign-ins start from 63 networks', async () => {
    // A fifth of production's limits, so that a fifth of the thousand starts has the same effect.
    const factor = 0.2;
    const tight = await walletSuite({
      database: suite.database,
      allowanceFactor: factor,
      address: () => network,
    });
    network = '198.51.100.40';
    const email = suite.address();
    const device = await enrolled(email, tight);
    const strangers: WalletFrame[] = [];
    for (let index = 0; index < 63; index += 1) {
      network = `2001:db8:${(256 + index).toString(16)}:1::/64`;
      strangers.push(await tight.frame());
    }
    let begun = 0;
    for (let round = 0; round < 4; round += 1) {
      for (const [index, stranger] of strangers.entries()) {
        network = `2001:db8:${(256 + index).toString(16)}:1::/64`;
        if ((await refused(stranger.start(suite.address()))) === 'not refused') begun += 1;
      }
      passTime(COOLDOWN);
    }
    expect(begun).toBeGreaterThan(1_000 * factor);
    // The device is in an unknown network as well.
    const { user } = await device.signIn(email);
    expect(user.isEnrolled).toBe(true);
    network = '198.51.100.50';
    const newcomer = await tight.frame();
    const { json } = await newcomer.call('frame', '/v1/auth/email/start', {
      body: { email: suite.address() },
    });
    expect(json).toMatchObject({ action: 'WORK', bits: 5 });
    expect(await refused(newcomer.start(suite.address()))).toBe('not refused');
    await tight.gateway.close();
  }, 300_000);
});

describe('the puzzle', () => {
  const start = async (frame: WalletFrame, email: string, work?: SolvedWork) =>
    (await frame.call('frame', '/v1/auth/email/start', { body: { email, ...(work && { work }) } })).json;
  const solved = async (frame: WalletFrame, email: string) => {
    const { challenge, bits } = await start(frame, email);
    return solveWork(String(challenge), Number(bits));
  };
  /** A number that solves no puzzle. */
  const wrong = ({ challenge, solution }: SolvedWork) => {
    for (let tried = solution + 1; ; tried += 1) {
      if (solveWork(challenge, 4, tried).solution !== tried) return tried;
    }
  };

  it('is required before a sign-in starts, and is valid once, for one installation and address', async () => {
    const [frame, thief] = [await frameIn('192.0.2.1'), await frameIn('192.0.2.1')];
    const [email, other] = [suite.address(), suite.address()];
    const work = await solved(frame, email);
    const [bits, ends, random, seal] = work.challenge.split('.');
    const easier = `0.${ends}.${random}.${seal}`;
    const longer = `${bits}.${Number(ends) + 1e6}.${random}.${seal}`;
    for (const answer of [
      await start(frame, other, work),
      await start(thief, email, work),
      await start(frame, email, { ...work, solution: wrong(work) }),
      await start(frame, email, { ...work, challenge: easier }),
      await start(frame, email, { ...work, challenge: longer }),
      await start(frame, email, { ...work, challenge: 'x' }),
    ]) {
      expect(answer).toMatchObject({ action: 'WORK' });
    }
    expect(await start(frame, email, work)).toMatchObject({ action: 'VERIFY_DEVICE' });
    passTime(COOLDOWN);
    expect(await start(frame, email, work)).toMatchObject({ action: 'WORK' });
  });

  it('is valid for five minutes', async () => {
    const frame = await frameIn('192.0.2.2');
    const email = suite.address();
    const work = await solved(frame, email);
    passTime(5 * 60_000 + 1);
    expect(await start(frame, email, work)).toMatchObject({ action: 'WORK' });
  });

  it('is not required from an enrolled device', async () => {
    network = '192.0.2.3';
    const email = suite.address();
    const device = await enrolled(email, suite);
    expect(await start(device, email)).toMatchObject({ action: 'VERIFY_OTP' });
  });
});
