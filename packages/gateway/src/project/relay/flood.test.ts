import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { fillDataDirectory } from '../../../test/database/pgliteTestDatabase.js';
import { type RelayClient, relayClient } from '../../../test/relay/relayClient.js';
import { newTopic } from '../../../test/relay/relaySuite.js';
import {
  buildCommand,
  type GatewayCommand,
  type RunningCommand,
} from '../../../test/servers/buildCommand.js';
import { hasRedis, NO_REDIS, startRedis } from '../../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newData, newPostgres } from '../../../test/testDatabase.js';
import { openPglite } from '../../platform/adapters/pglite/pglite.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import type { Database } from '../../platform/ports/Database.js';
import { DEFAULT_MAILBOX_LIMITS } from './mailbox/Mailbox.js';

const isFull = process.env.LATCHKIT_FULL !== undefined;
/** Messages per socket: as many as once made a gateway's memory grow by gigabytes. */
const MESSAGES = isFull ? 256 : 24;
/** Messages of one client, stored for thirty days. */
const STORED = isFull ? 600 : 100;
/** Allowed memory above the idle process. Fewer messages need less, even without any limits. */
const GROWTH = isFull ? 1_073_741_824 : 536_870_912;
const THIRTY_DAYS = 2_592_000;
const SLOW = { timeout: 600_000 };

let command: GatewayCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterEach(() => command.killAll());
afterAll(() => command.remove());

const folder = (name: string) => join(command.directory, name);

interface Flooded {
  readonly url: string;
  readonly running: RunningCommand;
  /** Peak memory of the process above its idle memory. */
  growth(): number;
}

async function serve(env: Record<string, string>): Promise<Flooded> {
  const port = await freePort();
  const running = command.run({ ...env, LATCHKIT_GATEWAY_PORT: String(port), LATCHKIT_LOG: 'warn' });
  await running.ready(`http://127.0.0.1:${port}`);
  const memory = (name: string) => {
    const status = readFileSync(`/proc/${running.child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024;
  };
  const idle = memory('VmRSS');
  // VmHWM is the peak resident size, which the kernel records.
  return { url: `ws://127.0.0.1:${port}/relay`, running, growth: () => memory('VmHWM') - idle };
}

async function connect({ url }: Pick<Flooded, 'url'>): Promise<RelayClient> {
  const client = await relayClient(url);
  onTestFinished(() => client.socket.terminate());
  return client;
}

/** Sends so many messages of 520 kB without waiting; resolves when all have a response. */
function flood(client: RelayClient, count: number, character: string): Promise<unknown> {
  const body = character.repeat(520_000 / Buffer.byteLength(character));
  const topics = Array.from({ length: Math.ceil(count / 500) }, newTopic);
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const message = `${index} `.padEnd(8) + body.slice(8);
      const topic = topics[index % topics.length];
      return client.ask('irn_publish', { topic, message, ttl: THIRTY_DAYS, tag: 1108 });
    }),
  );
}

/** Lets two clients exchange messages meanwhile; resolves with those that did not arrive. */
async function talk(flooded: Flooded, meanwhile: () => Promise<unknown>): Promise<readonly string[]> {
  const [one, two] = await Promise.all([connect(flooded), connect(flooded)]);
  const topic = newTopic();
  await two.call('irn_subscribe', { topic });
  const sent: string[] = [];
  let isOver = false;
  const talking = async () => {
    while (!isOver || sent.length < 20) {
      const message = `bystander ${sent.length}`;
      sent.push(message);
      await one.publish(topic, message);
    }
  };
  const talked = awaitedLater(talking());
  await meanwhile().finally(() => {
    isOver = true;
  });
  await talked;
  const arrived = new Set((await two.delivered(sent.length)).map(({ message }) => message));
  return sent.filter(message => !arrived.has(message));
}

/** The last one needs the most memory. */
const FLOODS = [
  ['four sockets', 4, 'x'],
  ['six sockets with text of two bytes a character', 6, 'é'],
  ['six sockets with text of three bytes a character', 6, '☃'],
] as const;

describe('a gateway under a flood of large messages', SLOW, () => {
  it.each(isFull ? FLOODS : FLOODS.slice(-1))(
    'stays within a gigabyte above idle, and other clients lose nothing: %s',
    async (_, sockets, character) => {
      const gateway = await serve(await newData(folder(`flood-${sockets}-${character.charCodeAt(0)}`)));
      const lost = await talk(gateway, async () => {
        const clients = await Promise.all(Array.from({ length: sockets }, () => connect(gateway)));
        await Promise.all(clients.map(client => flood(client, MESSAGES, character)));
      });
      expect(lost).toEqual([]);
      expect(gateway.growth()).toBeLessThan(GROWTH);
      expect(gateway.running.output()).not.toContain('relay_failed');
    },
  );
});

/** Fills the mailbox for thirty days while other clients talk, and checks that an earlier message is still stored. */
async function fill(gateway: Flooded): Promise<void> {
  const [writer, reader, flooder] = await Promise.all([connect(gateway), connect(gateway), connect(gateway)]);
  const topic = newTopic();
  await writer.publish(topic, 'waits', { ttl: THIRTY_DAYS });
  expect(await talk(gateway, () => flood(flooder, STORED, 'x'))).toEqual([]);
  await reader.call('irn_subscribe', { topic });
  expect((await reader.delivered(1)).map(({ message }) => message)).toEqual(['waits']);
}

/** Bytes of the stored messages, and of the table with its indexes. */
async function stored(database: Database): Promise<{ readonly waiting: number; readonly table: number }> {
  const [row] = await database.query(
    `select coalesce(sum(size), 0)::float8 as waiting, pg_total_relation_size('relay_messages')::float8 as table
     from relay_messages where message is not null`,
  );
  return { waiting: Number(row?.waiting), table: Number(row?.table) };
}

// The mailbox conformance suite checks the caps of every adapter, with smaller messages.
describe.runIf(isFull)('a mailbox that one client fills for thirty days', SLOW, () => {
  // The last group may exceed the cap until the next write or sweep.
  const MOST = DEFAULT_MAILBOX_LIMITS.clientBytes + 6 * 1_048_576;

  it('keeps to its cap in PGlite', async () => {
    await fillDataDirectory(folder('filled'));
    const gateway = await serve({ LATCHKIT_DATA_DIR: folder('filled') });
    await fill(gateway);
    gateway.running.child.kill('SIGTERM');
    expect(await gateway.running.ended).toBe(0);
    const database = await openPglite(folder('filled'));
    const { waiting, table } = await stored(database);
    await database.close();
    expect(waiting).toBeLessThan(MOST);
    expect(table).toBeLessThan(DEFAULT_MAILBOX_LIMITS.bytes);
  });

  it('keeps to its cap in PostgreSQL', async ({ skip }) => {
    if (!hasPostgres()) return skip(NO_POSTGRES);
    const url = await newPostgres();
    const gateway = await serve({ DATABASE_URL: url, LATCHKIT_DATA_DIR: folder('on-postgres') });
    await fill(gateway);
    const database = await openPostgres(url);
    const { waiting, table } = await stored(database);
    await database.close();
    expect(waiting).toBeLessThan(MOST);
    expect(table).toBeLessThan(DEFAULT_MAILBOX_LIMITS.bytes);
  });

  it('keeps to its cap on Redis', async ({ skip }) => {
    if (!hasRedis()) return skip(NO_REDIS);
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const gateway = await serve({ REDIS_URL: server.url, LATCHKIT_DATA_DIR: folder('on-redis') });
    await fill(gateway);
    const client = new Redis(server.url);
    onTestFinished(() => client.disconnect());
    expect(Number(await client.get('latchkit:relay:bytes'))).toBeLessThan(MOST);
    const used = /^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1];
    expect(Number(used)).toBeLessThan(4 * MOST);
  });
});
