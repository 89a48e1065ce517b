import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../test/testDatabase.js';
import { createGateway } from '../project/createGateway.js';
import { dataNotes } from './dataNotes.js';

describe('dataNotes', () => {
  it('counts the registered functions that wait for the approval of the operator', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const gateway = await createGateway({ database });
    onTestFinished(() => gateway.close());
    const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const claim = { chainId: 'eip155:1', contract, function: 'claim(uint256)' };
    const functions = [claim, { ...claim, function: 'take()' }].map(one => ({ ...one, name: 'Rewards' }));
    const save = (approved: (typeof claim)[]) =>
      gateway.projects.save({
        ...{ id: 'c'.repeat(32), name: 'Shop', features: {}, allowedOrigins: [] },
        smartAccounts: { permissions: { enabled: true, functions, approved } },
      });
    await save([{ ...claim, contract: contract.toLowerCase() }]);
    expect(await dataNotes(database, false)).toEqual([
      expect.stringMatching(/^Permissions: 1 registered functions are not approved/),
    ]);
    await save([claim, { ...claim, function: 'take()' }]);
    expect(await dataNotes(database, false)).toEqual([]);
  });
});
