import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployAccount } from '../../../test/chain/smartAccounts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import {
  ask,
  messageOf,
  nonceOf,
  refusal,
  type Signer,
  signedBody,
  signIn,
} from '../../../test/signInClient.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../test/testDatabase.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'eip155:31337';
const SAFE = '0x3000000000000000000000000000000000000001';
const owner = privateKeyToAccount(`0x${'1'.repeat(64)}`);
/** Its signatures need a call of the chain, during which another replica could claim the same nonce. */
const safe: Signer = {
  chainId: CHAIN,
  address: SAFE,
  sign: message => owner.signMessage({ message }),
};

describe('sign-in on two replicas', () => {
  if (!hasPostgres()) {
    it('is one', ({ skip }) => skip(NO_POSTGRES));
    return;
  }
  let anvil: Awaited<ReturnType<typeof startAnvil>>;
  let databases: readonly Database[] = [];
  let gateways: readonly Gateway[] = [];
  const replica = (index: number): Gateway => {
    const found = gateways[index % gateways.length];
    if (!found) throw new Error('There are no replicas');
    return found;
  };

  beforeAll(async () => {
    anvil = await startAnvil(31337);
    await deployAccount(anvil.url, SAFE, owner.address);
    const url = await newPostgres();
    databases = await Promise.all([url, url].map(one => openPostgres(one)));
    const upstreams = { [CHAIN]: anvil.url };
    gateways = await Promise.all(
      databases.map(database => createGateway({ database, developmentMode: true, upstreams })),
    );
  });
  afterAll(async () => {
    for (const gateway of gateways) gateway.close();
    await Promise.all(databases.map(database => database.close()));
    await anvil.stop();
  });

  it('creates one key when both replicas need the first one at once', async () => {
    const answers = await Promise.all([0, 1].map(index => ask(replica(index), '/.well-known/jwks.json')));
    expect(answers[0]?.json.keys).toHaveLength(1);
    expect(answers[1]?.json).toEqual(answers[0]?.json);
  });

  it('accepts a nonce once when twenty requests reach both replicas at once, five times', async () => {
    for (let round = 0; round < 5; round += 1) {
      const body = await signedBody(safe, messageOf(safe, await nonceOf(replica(round))));
      const statuses = await Promise.all(
        Array.from(
          { length: 20 },
          async (_, index) => (await ask(replica(index), '/siwx/v1/verify', { body })).status,
        ),
      );
      expect(statuses.sort()).toEqual([200, ...Array(19).fill(401)]);
    }
    const rows = await databases[0]?.query('select count(*)::int as n from siwx_sessions');
    expect(rows).toEqual([{ n: 5 }]);
  });

  it('ends a session in both replicas at once', async () => {
    const { token } = await signIn(replica(0), safe);
    expect((await ask(replica(1), '/siwx/v1/session', { token })).status).toBe(200);
    await ask(replica(1), '/siwx/v1/session', { method: 'DELETE', token });
    expect(await refusal(ask(replica(0), '/siwx/v1/session', { token }))).toBe('401 SESSION_REVOKED');
  });

  it('returns the same pair to two tabs that refresh on both replicas', async () => {
    const { refreshToken } = await signIn(replica(0), safe);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ask(replica(index), '/siwx/v1/session/refresh', { body: { refreshToken } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ json }) => json.refreshToken)).size).toBe(1);
  });
});
