import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Payment } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { relayAddress, relayIdentity } from '../../test/relay/relayClient.js';
import { startAnvil } from '../../test/servers/startAnvil.js';
import { startShop } from '../../test/servers/startShop.js';
import { type DataSettings, newData, openData, openTestDatabase } from '../../test/testDatabase.js';
import { waitUntil } from '../../test/waitUntil.js';
import { doctorCommand } from '../commands/doctorCommand.js';
import { runCommand } from '../commands/runCommand.js';
import { createGateway } from '../project/createGateway.js';
import { DEVELOPMENT_SECRET } from '../project/payments/openPayments.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { projectAccess } from './projectAccess.js';
import { readSettings } from './readSettings.js';
import { startServer } from './startServer.js';

const CHAIN = 'eip155:31337';
const BASE = 'eip155:8453';
const RECIPIENT = '0x000000000000000000000000000000000000dEaD';

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let folder: string;
let data: DataSettings;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkit-modes-'));
  [anvil, data] = await Promise.all([startAnvil(31_337), newData(join(folder, 'gateway'))]);
});
afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

const QUIET = { LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_LOG: 'off', LATCHKIT_INDEX: 'off' };
const productionSettings = () =>
  readSettings({ ...data, ...QUIET, NODE_ENV: 'production', LATCHKIT_PUBLIC_URL: 'https://gateway.example' });

const order = (secret: string, asset = CHAIN) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
  body: JSON.stringify({ recipient: RECIPIENT, asset, amount: '1000' }),
});

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

describe('a gateway in production on data of development', () => {
  it('knows neither the development project nor its secret, and says why [SEC-119]', async () => {
    const database = await openData(data);
    const development = await createGateway({
      database,
      developmentMode: true,
      upstreams: { [CHAIN]: anvil.url },
    });
    expect((await development.app.request('/v1/payments', order(DEVELOPMENT_SECRET))).status).toBe(201);
    await development.close();
    await database.close();

    const settings = productionSettings();
    const server = await startServer(settings);
    onTestFinished(() => server.stop());
    expect(server.notes).toEqual([expect.stringContaining('used in development since')]);
    for (const asset of [CHAIN, 'eip155:1'])
      expect((await fetch(`${server.url}/v1/payments`, order(DEVELOPMENT_SECRET, asset))).status).toBe(401);

    // Every call that names a project.
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const named = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'projectId'))
        .map(([method]) => ({ path: path.replace(/\{[^}]*\}/g, 'x'), method: method.toUpperCase() })),
    );
    expect(named.length).toBeGreaterThan(20);
    for (const { path, method } of named.filter(one => one.path !== '/relay')) {
      const url = `${server.url}${path}?projectId=${DEVELOPMENT_PROJECT_ID}&st=test&sv=1`;
      const response = await fetch(url, {
        method,
        headers: { Origin: 'https://shop.example', Authorization: 'Bearer x' },
      });
      expect([method, path, response.status]).toEqual([method, path, 404]);
      expect(response.headers.get('Access-Control-Allow-Origin')).not.toBe('https://shop.example');
    }
    const relay = new WebSocket(relayAddress(`${server.url.replace('http', 'ws')}/relay`, relayIdentity()));
    onTestFinished(() => relay.terminate());
    const refusal = new Promise(resolve => {
      relay.once('unexpected-response', (_, response) => resolve(response.statusCode));
      relay.once('close', code => resolve(code));
      relay.once('error', () => {});
    });
    expect(await refusal).not.toBe(101);
    await server.stop();

    // The commands and the doctor see the same.
    const env = { ...data, ...QUIET, NODE_ENV: 'production' };
    expect(await runCommand(['project', 'list'], env)).toBe('');
    await expect(runCommand(['project', 'payments', DEVELOPMENT_PROJECT_ID], env)).rejects.toThrow(
      /There is no project/,
    );
    const report = await doctorCommand([], settings, {}).catch((error: Error) => error.message);
    expect(report).toContain('Data: used in development since');
  });

  it('explains at the start and in the doctor that development uses data of production [SEC-119]', async () => {
    const other = await newData(join(folder, 'production'));
    const database = await openData(other);
    await (await createGateway({ database })).close();
    await database.close();
    const settings = readSettings({ ...other, ...QUIET });
    const report = await doctorCommand([], settings, {}).catch((error: Error) => error.message);
    expect(report).toContain('Data: used in production since');
  });

  it('neither watches its payments nor sends its events, and gives the wallet no access [SEC-119]', async () => {
    const [database, shop] = await Promise.all([openTestDatabase(), startShop(DEVELOPMENT_PROJECT_ID)]);
    // A chain of both modes.
    const chain = await startAnvil(8_453);
    onTestFinished(async () => {
      shop.close();
      await chain.stop();
      await database.close();
    });
    const open = (developmentMode: boolean) =>
      createGateway({
        database,
        developmentMode,
        upstreams: { [BASE]: chain.url },
        payments: { interval: 20, retryDelays: [20], guard: { protocols: ['http:'], isAllowed: () => true } },
      });
    const first = await open(true);
    await shop.serve(database);
    const made = await first.app.request('/v1/payments', order(DEVELOPMENT_SECRET, BASE));
    const { id } = (await made.json()) as Payment;
    await first.close();
    await database.query(`insert into projects (id, name) values ('shop', 'Shop')`);
    await database.query(
      `insert into payment_events (id, project_id, body) values ('evt_old', $1, '{"type":"x"}')`,
      [DEVELOPMENT_PROJECT_ID],
    );
    await fetch(chain.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_sendTransaction',
        params: [{ from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', to: RECIPIENT, value: '0x3e8' }],
      }),
    });
    const production = await open(false);
    const looks = async () => {
      const [row] = await database.query('select count(*)::int as count from payment_transfers');
      return Number(row?.count);
    };
    // Another project's payment on the same chain shows that the chain is read.
    await database.query(
      `insert into payments (id, project_id, chain_id, recipient, token, amount, finality, created_at, expires_at,
         watched_until)
       select 'pay_other', 'shop', chain_id, recipient, token, '1000', finality, created_at, expires_at, watched_until
       from payments where id = $1`,
      [id],
    );
    await waitUntil(async () => (await looks()) > 0);
    const access = projectAccess(production, { developmentMode: false });
    await expect(access.findProject(DEVELOPMENT_PROJECT_ID)).rejects.toMatchObject({ status: 404 });
    await production.close();
    const transfers = await database.query(
      'select project_id as project, payment_id as payment from payment_transfers',
    );
    expect(transfers).toEqual([{ project: 'shop', payment: 'pay_other' }]);
    const [event] = await database.query(`select attempts from payment_events where id = 'evt_old'`);
    expect(event).toEqual({ attempts: 0 });
    expect(shop.refused).toEqual([]);
  });
});
