import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { databaseConformance } from '../../../test/conformance/databaseConformance.js';
import { postgresPrograms, startPostgres } from '../../../test/servers/startPostgres.js';
import { openPostgres } from './postgres.js';

const programs = postgresPrograms();

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

  if (programs === undefined) {
    it('passes the conformance suite', ({ skip }) =>
      skip('no PostgreSQL server is installed: apt-get install postgresql'));
    return;
  }

  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres(programs);
  });
  afterAll(() => server.stop());
  databaseConformance('on a server', () => openPostgres(server.url), { concurrent: true });
});
