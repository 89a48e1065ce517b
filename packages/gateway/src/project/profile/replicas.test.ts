import { NAME_SUFFIX } from 'latchkit/protocol';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../test/signInClient.js';
import { NAMES_ORIGIN, nameAuthor, signNameOrder } from '../../../test/signNameOrder.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../test/testDatabase.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const newAccount = () => privateKeyToAccount(generatePrivateKey());

describe('names on two replicas', () => {
  if (!hasPostgres()) {
    it('are registered once', ({ skip }) => skip(NO_POSTGRES));
    return;
  }
  let databases: readonly Database[] = [];
  let gateways: readonly Gateway[] = [];

  beforeAll(async () => {
    const url = await newPostgres();
    databases = await Promise.all([openPostgres(url), openPostgres(url)]);
    const names = { suffix: NAME_SUFFIX, origin: NAMES_ORIGIN, key: () => undefined };
    const limits = { signInPerAddress: 0 };
    gateways = await Promise.all(
      databases.map(database => createGateway({ database, developmentMode: true, names, limits })),
    );
  });
  afterAll(async () => {
    await Promise.all(gateways.map(gateway => gateway.close()));
    await Promise.all(databases.map(database => database.close()));
  });

  /** Registers a name at each replica at once; returns the statuses, the smaller first. */
  async function race(
    names: readonly [string, string],
    accounts: readonly [PrivateKeyAccount, PrivateKeyAccount],
  ) {
    const bodies = await Promise.all(
      accounts.map((account, index) => {
        const name = `${names[index]}${NAME_SUFFIX}`;
        const content = { name, attributes: {}, timestamp: Math.floor(Date.now() / 1_000) };
        return signNameOrder(nameAuthor(account), { action: 'register', ...content });
      }),
    );
    const statuses = await Promise.all(
      gateways.map(async (gateway, index) => {
        const register = async () =>
          (await ask(gateway, '/v1/profile/account', { body: bodies[index] })).status;
        let status = await register();
        // The database of a busy machine is late for some.
        while (status === 503) status = await register();
        return status;
      }),
    );
    return statuses.sort();
  }

  it('belong to the first of two accounts, and an account has the first of two names', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [taken, other] = [`taken-${round}x`, `other-${round}x`];
      expect(await race([taken, taken], [newAccount(), newAccount()])).toEqual([200, 409]);
      const [mira, mlra] = [`mira-${round}x`, `mlra-${round}x`];
      expect(await race([mira, mlra], [newAccount(), newAccount()])).toEqual([200, 409]);
      const account = newAccount();
      expect(await race([`${other}-a`, `${other}-b`], [account, account])).toEqual([200, 409]);
    }
  });
});
