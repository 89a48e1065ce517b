import { randomUUID } from 'node:crypto';
import { registerInstallationCall, sendSignInCodeCall } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../../test/refused.js';
import { openTestDatabase } from '../../test/testDatabase.js';
import { walletFrame } from '../../test/wallet/walletFrame.js';
import { PAGE, type WalletSuite, walletSuite } from '../../test/wallet/walletSuite.js';

const REPLICAS = 3;

let replicas: WalletSuite[];
beforeAll(async () => {
  const database = await openTestDatabase();
  replicas = [];
  for (let count = 0; count < REPLICAS; count += 1) replicas.push(await walletSuite({ database }));
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
});

/** A wallet page whose every call reaches another replica than the one before. */
async function newFrame() {
  let turn = 0;
  const [first] = replicas;
  if (first === undefined) throw new Error('There are no replicas');
  const servers = {
    ...first.servers,
    async fetch(request: Request) {
      turn += 1;
      return (replicas[turn % REPLICAS] ?? first).servers.fetch(request);
    },
  };
  const frame = await walletFrame(servers, PAGE, to => replicas.flatMap(({ inbox }) => inbox.mails(to)));
  await frame.register();
  return frame;
}

describe('three replicas of the wallet service', () => {
  it('count wrong codes together: after five, the right one is refused [SEC-79]', async () => {
    const email = `${randomUUID()}@mail.example`;
    const frame = await newFrame();
    const started = await frame.start(email);
    const { txn } = started;
    const { id, token } = await frame.askApproval(started, email);
    await frame.decide(token, true);
    await frame.ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant: await frame.grant(id) } });
    const right = frame.code(email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let attempt = 1; attempt < 5; attempt += 1) {
      expect(await refused(frame.verify(txn, wrong))).toBe('403 OTP_INVALID');
    }
    await refused(frame.verify(txn, wrong));
    expect(await refused(frame.verify(txn, right))).toBe('403 LOCKED');
  });

  it('share the cooldown of an address [SEC-79]', async () => {
    const email = `${randomUUID()}@mail.example`;
    const frame = await newFrame();
    await frame.start(email);
    for (let replica = 0; replica < REPLICAS; replica += 1) {
      expect(await refused(frame.start(email))).toBe('429 COOLDOWN');
    }
  });

  it('accept a proof once [SEC-79]', async () => {
    const frame = await newFrame();
    const { path, method } = registerInstallationCall;
    const [first] = replicas;
    const proof = await frame.proof(method, `${first?.servers.frameUrl}${path}`);
    const body = { kind: 'frame', encJwk: frame.encJwk, ephemeral: false };
    const statuses: number[] = [];
    for (let replica = 0; replica < REPLICAS; replica += 1) {
      statuses.push((await frame.call('frame', path, { body, proof })).status);
    }
    expect(statuses).toEqual([200, 401, 401]);
  });
});
