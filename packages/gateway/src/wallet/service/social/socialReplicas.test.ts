import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../../scripts/lib/ports.mjs';
import {
  buildCommand,
  type GatewayCommand,
  type RunningCommand,
} from '../../../../test/servers/buildCommand.js';
import { hasRedis, NO_REDIS, startRedis } from '../../../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../../test/testDatabase.js';
import { startProviders, type TestProviders } from '../../../../test/wallet/socialProviders.js';
import { type SocialVisitor, socialVisitor } from '../../../../test/wallet/socialVisitor.js';
import { type WalletFrame, walletFrame } from '../../../../test/wallet/walletFrame.js';
import { PAGE } from '../../../../test/wallet/walletSuite.js';
import { openPostgres } from '../../../platform/adapters/postgres.js';

const LOGINS = process.env.LATCHKIT_FULL ? 200 : 8;

/** The same persons in every test. */
const PEOPLE = Array.from({ length: LOGINS }, (_, index) => String(30_000_000 + index));

interface Replica {
  readonly url: string;
  readonly process: RunningCommand;
  /** Requests that it answered. */
  answered: number;
  /** How many requests it answers before it is killed while it handles the next one. */
  lasts: number;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return parts.length === 0 ? null : Buffer.concat(parts);
}

/** Distributes requests round-robin. When a replica breaks a connection, it responds with 502 and uses that replica no more. */
function roundRobin(replicas: readonly Replica[]): Server {
  let turn = 0;
  const gone = new Set<Replica>();
  return createServer(async (request, response) => {
    const alive = replicas.filter(one => !gone.has(one));
    const replica = alive[turn % alive.length];
    turn += 1;
    try {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string' && !['connection', 'host', 'content-length'].includes(name))
          headers.set(name, value);
      }
      const sent = await bodyOf(request);
      const answering = fetch(`${replica?.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        body: sent,
        redirect: 'manual',
      });
      if (replica && replica.answered >= replica.lasts) replica.process.child.kill('SIGKILL');
      const answer = await answering;
      const body = Buffer.from(await answer.arrayBuffer());
      for (const name of ['content-type', 'dpop-nonce', 'location', 'set-cookie']) {
        const value = answer.headers.get(name);
        if (value !== null) response.setHeader(name, value);
      }
      response.writeHead(answer.status).end(body);
      if (replica) replica.answered += 1;
    } catch {
      if (replica) gone.add(replica);
      response.writeHead(502).end();
    }
  });
}

describe(`${LOGINS} simultaneous social logins on two replicas`, { timeout: LOGINS * 20_000 }, () => {
  if (!hasPostgres() || !hasRedis()) {
    it('lose no callback', ({ skip }) => skip(hasPostgres() ? NO_REDIS : NO_POSTGRES));
    return;
  }
  let databaseUrl: string;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let command: GatewayCommand;
  let providers: TestProviders;
  let front: Server;
  let visitor: SocialVisitor;
  const replicas: Replica[] = [];

  beforeAll(async () => {
    const port = await freePort();
    const frameUrl = `http://localhost:${port}`;
    [databaseUrl, redis, command, providers] = await Promise.all([
      newPostgres(),
      startRedis(),
      buildCommand(),
      startProviders(`${frameUrl}/v1/auth/social/callback`),
    ]);
    // The first one creates the keys, which the second one reads.
    for (const _ of ['first', 'second']) replicas.push(await start(frameUrl));
    front = roundRobin(replicas).listen(port, 'localhost');
    await once(front, 'listening');
    const servers = {
      frameUrl,
      vaultUrl: frameUrl,
      fetch: (request: Request) => fetch(request, { redirect: 'manual' }),
    };
    const frame = async () => {
      const made = await walletFrame(servers, PAGE, () => []);
      await made.register();
      return made;
    };
    visitor = socialVisitor({ servers, frame }, providers);
  });
  afterAll(async () => {
    front.closeAllConnections();
    front.close();
    command.killAll();
    await Promise.all([redis.stop(), providers.close()]);
    command.remove();
  });

  async function start(frameUrl: string): Promise<Replica> {
    const [port, framePort] = [await freePort(), await freePort()];
    const process = command.run({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      LATCHKIT_GATEWAY_PORT: String(port),
      LATCHKIT_FRAME_PORT: String(framePort),
      LATCHKIT_FRAME_URL: frameUrl,
      LATCHKIT_IDP_PORT: new URL(providers.url).port,
    });
    await process.ready(`http://127.0.0.1:${port}`);
    return { url: `http://127.0.0.1:${framePort}`, process, answered: 0, lasts: Number.POSITIVE_INFINITY };
  }

  /** The browsers of the persons, which stay registered. */
  const frames: WalletFrame[] = [];

  /** The user that each person gets. */
  const userOf = async (person: string, index: number) => {
    const provider = index % 2 === 0 ? 'google' : 'github';
    const { user, frame } = await visitor.signIn(provider, { person }, frames[index]);
    frames[index] = frame;
    return user.id;
  };

  async function countUsers(): Promise<unknown> {
    const database = await openPostgres(databaseUrl);
    const [row] = await database.query('select count(*)::int as count from latchkit_wallet.users');
    await database.close();
    return row?.count;
  }

  let users: readonly string[];

  it('give each person one user and lose no callback', async () => {
    users = await Promise.all(PEOPLE.map(userOf));
    expect(new Set(users).size).toBe(LOGINS);
    expect(await countUsers()).toBe(LOGINS);
    // A sign-in's calls were served by both.
    for (const { answered } of replicas) expect(answered).toBeGreaterThan(LOGINS);
  });

  it('cost at most one retry when a replica is killed meanwhile', async () => {
    let retried = 0;
    const [first] = replicas;
    // It answers more requests than there are logins, as the test above shows.
    if (first) first.lasts = first.answered + Math.ceil(LOGINS / 4);
    const again = await Promise.all(
      PEOPLE.map(async (person, index) => {
        const id = await userOf(person, index).catch(() => {
          retried += 1;
          return userOf(person, index);
        });
        return id;
      }),
    );
    expect(again).toEqual(users);
    expect(retried).toBeGreaterThan(0);
    expect(await countUsers()).toBe(LOGINS);
  });
});
