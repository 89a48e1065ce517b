import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { databaseConformance } from '../../../test/conformance/databaseConformance.js';
import { emptyPostgres, hasPostgres, NO_POSTGRES } from '../../../test/testDatabase.js';
import { openPostgres } from './postgres.js';

describe('openPostgres', () => {
  it('rejects when no server answers', async () => {
    const url = `postgres://nobody:s3cret@127.0.0.1:${await freePort()}/none`;
    const error: unknown = await openPostgres(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      details: expect.stringContaining('Nothing listens at this address'),
    });
    expect(String(error)).not.toContain('s3cret');
  });

  if (!hasPostgres()) {
    it('passes the conformance suite', ({ skip }) => skip(NO_POSTGRES));
    return;
  }

  let url: string;
  beforeAll(async () => {
    url = await emptyPostgres();
  });
  databaseConformance('on a server', () => openPostgres(url), { concurrent: true });
});
