// node packages/gateway/test/storedData/make.mjs COMMIT [CHECKOUT]: makes the stored data of a version with its own gateway, as README.md says.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import { freePorts } from '../../../../scripts/lib/ports.mjs';
import { makeWallet } from './makeWallet.mjs';
import { storedDataName } from './storedDataName.mjs';
import { signInWithWallet, takePayment } from './useProject.mjs';

/** The page of the data's project, and the public addresses of its gateway: they are parts of what is stored. */
const PAGE = { project: 'a'.repeat(32), origin: 'https://shop.example' };
const PUBLIC = {
  gatewayUrl: 'http://localhost:4000',
  frameUrl: 'http://localhost:4001',
  vaultUrl: 'http://localhost:4002',
};

const [commit, given] = process.argv.slice(2);
if (commit === undefined) throw new Error('Name a commit');
const repository = join(import.meta.dirname, '../../../..');
const name = storedDataName({ repository, folder: import.meta.dirname, commit, checkout: given });
/** The version of `deploy/compose.yaml`: a dump loads in newer servers, but not always in older ones. */
const POSTGRES = '/usr/lib/postgresql/15/bin';
if (!existsSync(POSTGRES)) throw new Error(`PostgreSQL 15 is missing in ${POSTGRES}`);
const work = mkdtempSync(join(tmpdir(), 'latchkit-stored-data-'));
try {
  const checkout = given ?? checkOut(name, join(work, 'checkout'));
  const parts = await bundle(checkout);
  await make('pglite', parts);
  await make('postgres', parts);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function checkOut(commit, folder) {
  execFileSync('git', ['clone', '--quiet', '--shared', repository, folder]);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  const npm = command =>
    execFileSync('npm', [command, '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  try {
    npm('ci');
  } catch {
    // Lock files of some commits lack the optional packages of other platforms, which `npm ci` refuses.
    npm('install');
  }
  return folder;
}

/** Bundles the command and the keyring of a version, whose places have changed. */
async function bundle(checkout) {
  const { generate } = await import(pathToFileURL(join(checkout, 'scripts/build.mjs')).href);
  await generate();
  const keyring = ['packages/keyring/src/index.ts', 'apps/frame/src/keyring/createKeyring.ts'];
  const entry = keyring.map(path => join(checkout, path)).find(path => existsSync(path));
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    alias: { 'latchkit/protocol': join(checkout, 'packages/latchkit/src/protocol/index.ts') },
  };
  const outputs = [
    [
      join(checkout, 'packages/gateway/src/cli.ts'),
      'cli.js',
      ['@electric-sql/pglite', '@hono/node-server', 'pg', 'ioredis', 'prom-client', 'ws', 'nodemailer'],
    ],
    [entry, 'keyring.js', []],
  ].map(async ([from, to, external]) => {
    // Two folders below the package, as its own files are: some versions find what they ship from there.
    const outfile = join(checkout, 'packages/gateway/dist/bundle', to);
    await build({ ...options, entryPoints: [from], outfile, external });
    return outfile;
  });
  const [cli, keys] = await Promise.all(outputs);
  return { cli, ...(await import(pathToFileURL(keys).href)) };
}

/** Makes the data of one kind of database: the data, the keys, and what the client keeps. */
async function make(kind, { cli, createKeyring }) {
  const folder = join(work, kind);
  mkdirSync(folder);
  const [gatewayPort, framePort, vaultPort, chainPort, databasePort] = await freePorts(5);
  const server = kind === 'postgres' ? await startPostgres(folder, databasePort) : undefined;
  const chain = spawn(join(repository, 'node_modules/.bin/anvil'), ['--port', String(chainPort), '--silent']);
  const env = {
    PATH: process.env.PATH,
    LATCHKIT_DATA_DIR: join(folder, 'gateway'),
    LATCHKIT_GATEWAY_PORT: String(gatewayPort),
    LATCHKIT_FRAME_PORT: String(framePort),
    LATCHKIT_VAULT_PORT: String(vaultPort),
    LATCHKIT_PUBLIC_URL: PUBLIC.gatewayUrl,
    LATCHKIT_FRAME_URL: PUBLIC.frameUrl,
    LATCHKIT_VAULT_URL: PUBLIC.vaultUrl,
    LATCHKIT_CHAIN_A_PORT: String(chainPort),
    LATCHKIT_INDEX: 'off',
    ...(server === undefined ? {} : { DATABASE_URL: server.url }),
  };
  const run = (...args) =>
    execFileSync(process.execPath, [cli, ...args], { env, cwd: folder, encoding: 'utf8' });
  try {
    run('project', 'create', '--id', PAGE.project, '--name', 'Shop', '--origin', PAGE.origin);
    // Versions before payments have no such command.
    const takesPayments = run('help').includes('project payments');
    const secret = takesPayments
      ? /^secret\t(\S+)$/m.exec(run('project', 'payments', PAGE.project))?.[1]
      : undefined;
    const gateway = spawn(process.execPath, [cli], { env, cwd: folder, stdio: 'inherit' });
    const ended = once(gateway, 'exit');
    const at = {
      gateway: `http://localhost:${gatewayPort}`,
      frame: `http://localhost:${framePort}`,
      vault: `http://localhost:${vaultPort}`,
    };
    let kept;
    try {
      await until(() => fetch(`${at.gateway}/readyz`).then(({ ok }) => ok), ended);
      const wallet = await makeWallet({ at, page: PAGE, ...PUBLIC, createKeyring });
      kept = {
        commit: name,
        madeAt: new Date().toISOString(),
        page: PAGE,
        ...PUBLIC,
        ...wallet,
        signIn: await signInWithWallet(at.gateway, PAGE),
        ...(secret === undefined ? {} : { payment: await takePayment(at.gateway, secret) }),
      };
    } finally {
      gateway.kill('SIGINT');
      await ended;
    }
    writeFileSync(join(folder, 'client.json'), JSON.stringify(kept, undefined, 2));
    if (server !== undefined) server.dump(join(folder, 'dump.sql'));
  } finally {
    chain.kill();
    await server?.stop();
  }
  await pack(folder, join(import.meta.dirname, `${name}.${kind}.tar.br`));
}

/** Waits until a server is ready. */
async function until(isReady, ended) {
  let hasEnded = false;
  ended?.then(() => {
    hasEnded = true;
  });
  for (const end = Date.now() + 120_000; Date.now() < end && !hasEnded; await pause(200)) {
    if (await isReady().catch(() => false)) return;
  }
  throw new Error('The server did not start');
}

async function startPostgres(folder, port) {
  const data = join(folder, 'cluster');
  mkdirSync(data);
  // The server refuses to run as root.
  const id = flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const owner = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  if (owner.uid !== undefined) execFileSync('chown', ['-R', 'postgres', work]);
  const options = { ...owner, cwd: data, stdio: 'ignore' };
  execFileSync(join(POSTGRES, 'initdb'), ['-D', data, '-U', 'latchkit', '--auth=trust'], options);
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
  const child = spawn(join(POSTGRES, 'postgres'), args, options);
  const ended = once(child, 'exit');
  const url = `postgres://latchkit@127.0.0.1:${port}/postgres`;
  const sql = ['-h', '127.0.0.1', '-p', String(port), '-U', 'latchkit', 'postgres'];
  await until(async () => {
    execFileSync(join(POSTGRES, 'pg_isready'), sql.slice(0, -1), { stdio: 'ignore' });
    return true;
  }, ended);
  return {
    url,
    /** Writes statements that any client can run: `COPY` needs one that sends rows. */
    dump: file =>
      writeFileSync(
        file,
        execFileSync(join(POSTGRES, 'pg_dump'), ['--inserts', '--no-owner', ...sql], { maxBuffer: 1e8 }),
      ),
    async stop() {
      child.kill('SIGINT');
      await ended;
      rmSync(data, { recursive: true });
    },
  };
}

/** Packs a folder. The window of the compression is larger than the files, because PostgreSQL's three databases are almost equal. */
async function pack(folder, file) {
  const tar = execFileSync('tar', ['cf', '-', '--sort=name', '--owner=0', '--group=0', '-C', folder, '.'], {
    maxBuffer: 1e9,
  });
  const packed = await promisify(brotliCompress)(tar, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 27,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  });
  writeFileSync(file, packed);
  console.log(`${file}: ${packed.length} bytes`);
}
