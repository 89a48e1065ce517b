import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { buildCommand, type GatewayCommand } from '../../test/servers/buildCommand.js';
import { emptyPostgres, hasPostgres, NO_POSTGRES, newData } from '../../test/testDatabase.js';
import { waitUntil } from '../../test/waitUntil.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { errorText } from './errorText.js';
import { runCommand } from './runCommand.js';

let command: GatewayCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterEach(() => command.killAll());
afterAll(() => command.remove());

/** Runs the command in a separate process until it exits. */
async function runProcess(args: readonly string[], env: Record<string, string>) {
  const running = command.run(env, args);
  const code = await running.ended;
  return { code, output: running.output().trim() };
}

/** Runs the command in this process; returns its output and exit code. */
async function run(args: readonly string[], env: Record<string, string>) {
  try {
    return { code: 0, output: (await runCommand(args, env)).trim() };
  } catch (error) {
    return { code: 1, output: errorText(error) };
  }
}

/** Serves in this process. */
async function serve(env: Record<string, string>) {
  const { url, stop } = await startServer(
    readSettings({ LATCHKIT_INDEX: 'off', ...env, LATCHKIT_GATEWAY_PORT: '0' }),
  );
  return {
    url,
    get: async (path: string) => (await fetch(url + path)).json(),
    post: (path: string, body: unknown, origin?: string) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: origin === undefined ? {} : { Origin: origin },
      }),
    stop,
  };
}

/** Uses only the command, from an empty database to a project's events. */
async function journey(env: Record<string, string>): Promise<void> {
  const created = await run(
    [
      'project',
      'create',
      '--name',
      'Shop',
      '--origin',
      'https://shop.example',
      '--feature',
      'socials=google,apple',
    ],
    env,
  );
  expect(created).toMatchObject({ code: 0, output: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const id = created.output;
  expect(await run(['project', 'create', '--name', 'Second', '--id', id], env)).toEqual({
    code: 1,
    output: `INVALID_ARGUMENT: There is a project '${id}' already. See latchkit-gateway help`,
  });

  const google = JSON.stringify({ clientId: 'id', clientSecret: 'secret' });
  const gateway = await serve({ ...env, LATCHKIT_SOCIAL_GOOGLE: google });
  const query = `projectId=${id}&st=html&sv=1.2.3`;
  expect(await gateway.get(`/projects/v1/origins?${query}`)).toEqual({
    allowedOrigins: ['https://shop.example'],
  });
  expect(await gateway.get(`/appkit/v1/config?${query}`)).toEqual({
    // Apple has no credentials.
    features: { socials: ['google'] },
    providers: ['google'],
  });
  expect(await gateway.get(`/getAnalyticsConfig?${query}`)).toEqual({ isAnalyticsEnabled: true });
  const event = {
    eventId: 'one',
    url: 'https://shop.example/pay',
    domain: 'shop.example',
    timestamp: 1_700_000_000_000,
    props: {
      type: 'error',
      event: 'INTERNAL',
      errorType: 'E',
      errorMessage: 'it\nbroke',
      stackTrace: 'at x',
    },
  };
  expect((await gateway.post(`/e?${query}`, event, 'https://shop.example')).status).toBe(202);
  expect((await gateway.post(`/e?${query}`, event, 'https://evil.example')).status).toBe(403);
  await gateway.stop();

  const listed = await run(['events', '--project', id, '--type', 'error', '--json'], env);
  expect(listed.code).toBe(0);
  expect(JSON.parse(listed.output)).toMatchObject({
    projectId: id,
    eventId: 'one',
    sdkType: 'html',
    sdkVersion: '1.2.3',
    occurredAt: '2023-11-14T22:13:20.000Z',
    props: event.props,
  });
  expect((await run(['events', '--type', 'error'], env)).output).toMatch(
    /\tINTERNAL\tshop\.example\t-\tE: it broke$/,
  );
  expect((await run(['events', '--type', 'track'], env)).output).toBe('');
  expect((await run(['events', 'prune', '--days', '1'], env)).output).toBe('0 events deleted');
  expect((await run(['events', 'prune', '--days', '0'], env)).output).toBe('1 events deleted');

  const policy = join(command.directory, 'policy.json');
  const sponsorship = { chains: ['eip155:8453'], perUser: { gas: 1_000 }, total: { usd: 5 } };
  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const functions = [{ chainId: 'eip155:8453', contract, function: 'claim(uint256)', name: 'Rewards' }];
  writeFileSync(policy, JSON.stringify({ sponsorship, permissions: { enabled: true, functions } }));
  const changes = [
    '--analytics',
    'off',
    '--any-origin',
    '--feature',
    'socials=host',
    '--feature',
    'email=off',
    '--trust',
    'https://shop.example',
    '--smart-accounts',
    policy,
    '--relay-network',
    'a'.repeat(32),
  ];
  expect(await run(['project', 'set', id, ...changes], env)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/approves a payment unread[\s\S]*mask-image/),
  });
  expect((await run(['project', 'create', '--name', 'Gone', '--id', 'gone'], env)).output).toBe('gone');
  expect(await run(['project', 'delete', 'gone', '--yes'], env)).toEqual({ code: 0, output: 'gone' });
  expect(await run(['project', 'delete', 'gone', '--yes'], env)).toEqual({
    code: 1,
    output: "INVALID_ARGUMENT: There is no project 'gone'. See latchkit-gateway help",
  });
  const again = await run(['project', 'create', '--name', 'Other', '--id', 'gone'], env);
  expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/^PROJECT_ID_USED: /) });
  const list = await run(['project', 'list', '--json'], env);
  expect(list.output).not.toContain('gone');
  expect(JSON.parse(list.output)).toContainEqual({
    id,
    name: 'Shop',
    features: { email: false },
    allowedOrigins: [],
    trustedOrigins: ['https://shop.example'],
    isAnalyticsEnabled: false,
    wallets: [],
    smartAccounts: {
      hostPaymasters: false,
      permissions: { enabled: true, functions, approved: [] },
      sponsorship: { ...sponsorship, origins: [], targets: [], newUsers: { share: 0.5, network: 0.1 } },
    },
    relayNetwork: 'a'.repeat(32),
  });
  expect((await run(['project', 'set', id, '--relay-network', 'mine'], env)).output).toContain(
    'is not a project id',
  );
  await run(['project', 'set', id, '--relay-network', 'none'], env);
  expect((await run(['project', 'list', '--json'], env)).output).not.toContain('relayNetwork');
  // Only a file of the operator's own approves functions, and a new one of the project keeps what it approved.
  const smartAccounts = async () =>
    JSON.parse((await run(['project', 'list', '--json'], env)).output).find(
      (one: { id: string }) => one.id === id,
    ).smartAccounts.permissions;
  const mine = functions.map(({ name: _, ...one }) => one);
  writeFileSync(policy, JSON.stringify({ permissions: { enabled: true, functions, approved: mine } }));
  await run(['project', 'set', id, '--smart-accounts', policy], env);
  expect((await smartAccounts()).approved).toEqual([]);
  const approvals = `${policy}.approved`;
  writeFileSync(approvals, JSON.stringify(mine));
  await run(['project', 'set', id, '--approve-calls', approvals], env);
  await run(['project', 'set', id, '--smart-accounts', policy], env);
  expect(await smartAccounts()).toEqual({ enabled: true, functions, approved: mine });
  await run(['project', 'set', id, '--approve-calls', 'none'], env);
  expect(await smartAccounts()).toEqual({ enabled: true, functions, approved: [] });
  writeFileSync(policy, JSON.stringify({ sponsorship: { ...sponsorship, total: {} } }));
  expect((await run(['project', 'set', id, '--smart-accounts', policy], env)).output).toContain(
    'needs gas or usd',
  );
  for (const [change, text] of [
    [{ function: 'increaseApproval(address,uint256)' }, 'moves tokens or makes other calls'],
    [{ function: 'claim(uint)' }, 'is not a function with its types'],
    [{ contract: '0x12' }, 'is not an address'],
    [{ chainId: 'solana:1' }, 'is not the CAIP-2 id'],
  ] as const) {
    const wrong = functions.map(one => ({ ...one, ...change }));
    writeFileSync(policy, JSON.stringify({ permissions: { enabled: true, functions: wrong } }));
    expect((await run(['project', 'set', id, '--smart-accounts', policy], env)).output).toContain(text);
  }
  expect((await run(['project', 'list'], env)).output).toContain(
    `${id}\tShop\tany origin https://shop.example (trusted)\tanalytics off`,
  );
}

describe('latchkit-gateway project and events', () => {
  it('work from an empty database to the events of a project', async () =>
    journey(await newData(join(command.directory, 'journey'))));

  // The last test runs some of them on PGlite, too.
  it.runIf(process.env.LATCHKIT_FULL)('work on PGlite', () =>
    journey({ LATCHKIT_DATA_DIR: join(command.directory, 'on-pglite') }),
  );

  it('change what a running gateway serves', async ({ skip }) => {
    if (!hasPostgres()) return skip(NO_POSTGRES);
    const env = { DATABASE_URL: await emptyPostgres() };
    const port = await freePort();
    const gateway = command.run({ ...env, NODE_ENV: 'production', LATCHKIT_GATEWAY_PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await gateway.ready(url);
    const get = async (path: string) => (await fetch(url + path)).json();
    expect((await run(['project', 'create', '--name', 'Live', '--id', 'live'], env)).output).toBe('live');
    const path = '/getAnalyticsConfig?projectId=live';
    expect(await get(path)).toEqual({ isAnalyticsEnabled: true });
    await run(['project', 'set', 'live', '--analytics', 'off'], env);
    await waitUntil(async () => (await get(path)).isAnalyticsEnabled === false);
    expect(await get('/dev/inbox?to=a')).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const lines = gateway
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'));
    expect(lines.map(line => JSON.parse(line).event)).toContain('request');
    expect(gateway.output()).not.toContain('live');
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
  });

  it('serves the wallets of the operator and of a project', async () => {
    const folder = command.directory;
    const wallet = { homepage: 'https://acme.example', evm: 'any', image: 'acme.svg' };
    const list = (...wallets: readonly unknown[]) => JSON.stringify({ wallets });
    writeFileSync(join(folder, 'acme.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'all.json'), list({ ...wallet, id: 'acme', name: 'Acme' }));
    writeFileSync(join(folder, 'shop.json'), list({ ...wallet, id: 'shop-wallet', name: 'Shop wallet' }));
    writeFileSync(join(folder, 'wrong.json'), list({ ...wallet, id: 'acme', name: 'Acme', chrome: 'x' }));
    const env = { ...(await newData(join(folder, 'wallets'))), LATCHKIT_WALLETS: join(folder, 'all.json') };
    const own = join(folder, 'shop.json');
    await run(['project', 'create', '--name', 'Shop', '--id', 'shop', '--wallets', own], env);
    expect((await run(['project', 'list'], env)).output).toContain('\twallets shop-wallet');
    const shown = '/getWallets?include=acme,shop-wallet&projectId=';
    const first = await serve(env);
    const { data, count } = await first.get(`${shown}shop`);
    expect([count, data.map(({ id }: { id: string }) => id)]).toEqual([2, ['acme', 'shop-wallet']]);
    expect((await first.get(`${shown}${DEVELOPMENT_PROJECT_ID}`)).count).toBe(1);
    for (const { image_id } of data) {
      const image = await fetch(`${first.url}/getWalletImage/${image_id}`);
      expect(image.headers.get('Content-Type')).toBe('image/svg+xml');
    }
    await first.stop();
    expect((await run(['project', 'set', 'shop', '--name', 'Other'], env)).output).toBe('shop');
    expect((await run(['project', 'list'], env)).output).toContain('\twallets shop-wallet');
    expect((await run(['project', 'set', 'shop', '--wallets', 'none'], env)).output).toBe('shop');
    const second = await serve(env);
    expect((await second.get(`${shown}shop`)).count).toBe(1);
    await second.stop();
    const refused = await run([], { ...env, LATCHKIT_WALLETS: join(folder, 'wrong.json') });
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('wrong.json: wallets[0] (acme): chrome: is not an extension id'),
    });
  });

  it.each([
    [['fly'], "There is no command 'fly'"],
    [['project'], "There is no command 'project '"],
    [['project', 'create'], 'A project needs a --name'],
    [['project', 'create', '--name', 'x', '--origin', 'shop.example'], 'allowedOrigins 0: is not an origin'],
    [['project', 'create', '--name', 'x', '--id', "' or 1=1"], 'id: is not a project id'],
    [['project', 'create', '--name', 'x', '--feature', 'magic=on'], 'there is no such feature'],
    [['project', 'create', '--name', 'x', '--analytics', 'maybe'], '--analytics must be on or off'],
    [['project', 'create', '--name', 'x', '--colour', 'red'], "Unknown option '--colour'"],
    [['project', 'set'], 'Name one project'],
    [['project', 'set', 'shop', '--wallets', 'absent.json'], 'absent.json cannot be read'],
    [['project', 'delete'], 'Name one project'],
    [['project', 'delete', 'shop'], 'repeat it with --yes'],
    [['events', '--since', 'yesterday'], '--since is not a time'],
    [['events', '--limit', 'all'], '--limit must be a number'],
    [['events', 'prune'], '--days must be a number'],
  ])('refuse %j before they open anything', async (args, message) => {
    const { code, output } = await run(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(output).toContain(message);
  });

  it('refuse the id of the development project in production', async () => {
    const args = ['project', 'create', '--name', 'x', '--id', DEVELOPMENT_PROJECT_ID];
    const { code, output } = await run(args, {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://a@127.0.0.1:1/b',
    });
    expect([code, output]).toEqual([1, expect.stringContaining('not used in production')]);
  });

  it('run as a program that prints the result, or the error with exit code 1', async () => {
    const env = { LATCHKIT_DATA_DIR: join(command.directory, 'program') };
    const help = await runProcess(['help'], env);
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('project create') });
    expect(help).toEqual(await run(['help'], env));
    const created = await runProcess(['project', 'create', '--name', 'Own', '--id', 'own'], env);
    expect(created).toEqual({ code: 0, output: 'own' });
    expect((await run(['project', 'list'], env)).output).toMatch(/^own\tOwn\t/);
    const wrong = ['project', 'delete', 'own'];
    expect(await runProcess(wrong, env)).toEqual(await run(wrong, env));
  });
});
