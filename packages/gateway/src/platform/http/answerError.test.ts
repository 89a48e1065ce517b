import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { toGatewayError } from './answerError.js';

describe('toGatewayError', () => {
  it.each([
    ['a text', 'select $1::text as given', '\0'],
    ['JSON', 'select $1::jsonb as given', JSON.stringify({ name: '\0' })],
  ])('takes U+0000 in %s that goes to the database for a bad request', async (_, sql, value) => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const reported: unknown[] = [];
    const run = () => database.query(sql, [value]);
    const inTransaction = () => database.transaction(runner => runner.query(sql, [value]));
    for (const attempt of [run, inTransaction]) {
      const error = await attempt().catch((cause: unknown) => cause);
      expect(toGatewayError(error, cause => reported.push(cause))).toMatchObject({
        status: 400,
        code: 'INVALID_REQUEST',
      });
    }
    expect(reported).toEqual([]);
  });

  it('reports everything else that is unexpected', () => {
    const reported: unknown[] = [];
    const error = Object.assign(new Error('syntax error'), { code: '42601' });
    expect(toGatewayError(error, cause => reported.push(cause))).toMatchObject({ status: 500 });
    expect(reported).toEqual([error]);
  });
});
