import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { postgresPrograms, startPostgres } from '../../test/servers/startPostgres.js';
import { hasRedis, NO_REDIS, startRedis } from '../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../test/testDatabase.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { readSettings } from './readSettings.js';
import { startServer } from './startServer.js';

const isFull = process.env.LATCHKIT_FULL !== undefined;
const directory = mkdtempSync(join(tmpdir(), 'latchkit-outages-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

async function serve(env: Record<string, string>) {
  const gateway = await startServer(
    readSettings({
      LATCHKIT_GATEWAY_PORT: '0',
      LATCHKIT_LOG: 'off',
      LATCHKIT_INDEX: 'off',
      LATCHKIT_DATA_DIR: directory,
      ...env,
    }),
  );
  return {
    stop: gateway.stop,
    /** Resolves with status, error message and `Retry-After`; rejects a response that takes half a minute. */
    async get(path: string) {
      const answer = await fetch(gateway.url + path, { signal: AbortSignal.timeout(30_000) });
      const body: unknown = await answer.json();
      const error = refusal.safeParse(body);
      return {
        status: answer.status,
        code: error.success ? error.data.error.code : undefined,
        message: error.success ? error.data.error.message : undefined,
        retryAfter: answer.headers.get('retry-after'),
      };
    },
  };
}

const origins = (id: string) => `/projects/v1/origins?projectId=${id}`;
const HANGS = ['hangs', 'SIGSTOP'] as const;
const KILLED = ['was killed', 'SIGKILL'] as const;

describe('a gateway whose PostgreSQL server is away', () => {
  it.for(isFull ? [HANGS, KILLED] : [HANGS])(
    'serves what is cached and reports the rest as unavailable: it %s',
    async ([, signal], { skip }) => {
      const programs = postgresPrograms();
      if (programs === undefined) return skip(NO_POSTGRES);
      const server = await startPostgres(programs);
      const gateway = await serve({ DATABASE_URL: server.url });
      onTestFinished(async () => {
        if (signal === 'SIGSTOP') server.signal('SIGCONT');
        await gateway.stop();
        await server.stop();
      });
      expect(await gateway.get(origins(DEVELOPMENT_PROJECT_ID))).toMatchObject({ status: 200 });
      server.signal(signal);
      expect(await gateway.get('/readyz')).toMatchObject({
        status: 503,
        code: 'NOT_READY',
        message: 'Does not answer: database',
        retryAfter: '1',
      });
      const known = await Promise.all(
        Array.from({ length: 50 }, () => gateway.get(origins(DEVELOPMENT_PROJECT_ID))),
      );
      expect(new Set(known.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await gateway.get(origins('unknown'))).toMatchObject({
        status: 503,
        code: 'DATABASE_UNAVAILABLE',
        retryAfter: '5',
      });
      expect(await gateway.get('/healthz')).toMatchObject({ status: 200 });
      if (signal !== 'SIGSTOP') return;
      server.signal('SIGCONT');
      await expect.poll(async () => (await gateway.get('/readyz')).status, { timeout: 60_000 }).toBe(200);
      expect(await gateway.get(origins('unknown'))).toMatchObject({ status: 404 });
    },
  );
});

describe('a gateway whose Redis server is away', () => {
  it.for(isFull ? [HANGS, KILLED] : [KILLED])(
    'responds, and is not ready: it %s',
    async ([, signal], { skip }) => {
      if (!hasPostgres()) return skip(NO_POSTGRES);
      if (!hasRedis()) return skip(NO_REDIS);
      const redis = await startRedis();
      const gateway = await serve({ DATABASE_URL: await newPostgres(), REDIS_URL: redis.url });
      onTestFinished(async () => {
        redis.signal('SIGCONT');
        await gateway.stop();
        await redis.stop();
      });
      if (signal === 'SIGKILL') await redis.stop();
      else redis.signal(signal);
      for (let call = 0; call < 20; call += 1) {
        expect(await gateway.get(origins(DEVELOPMENT_PROJECT_ID))).toMatchObject({ status: 200 });
      }
      expect(await gateway.get('/readyz')).toMatchObject({
        status: 503,
        code: 'NOT_READY',
        message: 'Does not answer: redis',
      });
      if (signal === 'SIGSTOP') redis.signal('SIGCONT');
      else {
        const again = await startRedis(redis.port);
        onTestFinished(() => again.stop());
      }
      await expect.poll(async () => (await gateway.get('/readyz')).status, { timeout: 60_000 }).toBe(200);
    },
  );
});
