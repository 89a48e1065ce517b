import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openPostgres } from '../../../packages/gateway/src/platform/adapters/postgres.js';
import type { Database } from '../../../packages/gateway/src/platform/ports/Database.js';
import { makeCertificate } from '../../../packages/gateway/test/servers/makeCertificate.js';
import { startKms } from '../../../packages/gateway/test/servers/startKms.js';
import { type MailServer, startMailServer } from '../../../packages/gateway/test/servers/startMailServer.js';
import { startPostgres } from '../../../packages/gateway/test/servers/startPostgres.js';
import { waitUntil } from '../../../packages/gateway/test/waitUntil.js';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { type GuideBlock, type Machine, readGuide, readVariables } from './readGuide.js';
import { startTlsProxy } from './startTlsProxy.js';

const program = path.join(import.meta.dirname, '../../../packages/gateway/dist/cli.js');

/** Where the keys of the stores are. */
export type KeyKind = 'ceremony' | 'kms';

type Variables = Readonly<Record<string, string>>;

/** What the reader replaces with the output of a command. */
const PRINTED = [
  ['BACKUP-KEY', 'backup-key'],
  ['PROJECT-ID', 'project create'],
] as const;

/** A process of `latchkit-gateway`. */
interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  output(): string;
}

/** Ends what was started, the newest first, and each also if another one fails. */
async function endAll(ends: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends.toReversed()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'A part of the deployment did not end');
}

/** The machines of docs/production.md on this one, which run the guide's own commands. */
export class Deployment {
  private readonly blocks = [...readGuide()];
  private readonly running = new Set<Running>();
  private isStopped = false;
  private readonly variables = new Map<Machine, Variables>();
  /** What the commands printed, the newest last. */
  private readonly printed: { readonly line: string; readonly output: string }[] = [];
  /** Databases by machine. */
  private readonly databases = new Map<Machine, Database>();
  /** The guide's host page, as code. */
  hostCode = '';

  private constructor(
    /** Names of the guide, and what they are here. */
    private readonly names: ReadonlyMap<string, string>,
    /** Ports of the guide, and what they are here. */
    private readonly ports: ReadonlyMap<string, number>,
    private readonly folder: string,
    private readonly certificate: ReturnType<typeof makeCertificate>,
    private readonly keys: KeyKind,
    private readonly secrets: Variables,
    private readonly postgres: { readonly url: string },
    readonly mails: { readonly gateway: MailServer; readonly vault: MailServer },
    private readonly ends: (() => unknown)[],
  ) {}

  /** Starts what the guide takes as given: PostgreSQL, two mail servers, and KMS if the keys are there. */
  static async start(programs: string, keys: KeyKind): Promise<Deployment> {
    const ends: (() => unknown)[] = [];
    try {
      return await Deployment.started(programs, keys, ends);
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  private static async started(
    programs: string,
    keys: KeyKind,
    ends: (() => unknown)[],
  ): Promise<Deployment> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-production-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const [gateway, wallet, vault, shop, ...inner] = await freePorts(7);
    const postgres = await startPostgres(programs);
    ends.push(() => postgres.stop());
    const startMails = async () => {
      const server = await startMailServer();
      ends.push(() => server.close());
      return server;
    };
    const mails = { gateway: await startMails(), vault: await startMails() };
    const kms = keys === 'kms' ? await startKms() : undefined;
    if (kms) ends.push(() => kms.close());
    const server = new URL(postgres.url).host;
    const names = new Map([
      // W and V are on different sites, and the host page is on a third one.
      ['https://gateway.example', `https://localhost:${gateway}`],
      ['https://wallet.example', `https://localhost:${wallet}`],
      ['https://vault.example', `https://127.0.0.1:${vault}`],
      ['https://shop.example', `https://shop.localhost:${shop}`],
      ['gateway-db.example', server],
      ['vault-db.example', server],
      ['gateway-mail.example', `127.0.0.1:${mails.gateway.port}`],
      ['vault-mail.example', `127.0.0.1:${mails.vault.port}`],
    ]);
    const ports = new Map(['4000', '4001', '4002'].map((port, at) => [port, inner[at] ?? 0]));
    const secrets: Variables = kms
      ? {
          LATCHKIT_KMS_ENDPOINT: kms.url,
          AWS_ACCESS_KEY_ID: kms.credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: kms.credentials.secretAccessKey,
        }
      : {};
    const certificate = makeCertificate(folder);
    return new Deployment(names, ports, folder, certificate, keys, secrets, postgres, mails, ends);
  }

  /** What a URL of the guide is here. */
  urlOf(name: 'gateway' | 'wallet' | 'vault' | 'shop'): string {
    return this.names.get(`https://${name}.example`) ?? '';
  }

  get shopPort(): number {
    return Number(new URL(this.urlOf('shop')).port);
  }

  /** The proxy's certificate, which is for all names here. */
  get tls(): ReturnType<typeof makeCertificate> {
    return this.certificate;
  }

  /** Does what the guide says up to the end of a section, from where it was. */
  async follow(heading: string): Promise<void> {
    if (!this.blocks.some(block => block.heading === heading))
      throw new Error(`The guide has no '${heading}'`);
    while (this.blocks.some(block => block.heading === heading)) {
      const block = this.blocks.shift();
      if (block !== undefined) await this.obey(block);
    }
  }

  /** Returns what the newest command printed that contains this text. */
  output(part: string): string {
    const found = this.printed.findLast(({ line }) => line.includes(part));
    if (found === undefined) throw new Error(`The guide has no command '${part}'`);
    return found.output.trim();
  }

  /** Runs a command on a machine. Returns its output, and rejects with it if it fails. */
  async command(machine: Machine, args: readonly string[], more: Variables = {}): Promise<string> {
    const child = this.spawned(machine, args, more);
    const [code] = await child.ended;
    if (code !== 0)
      throw new Error(`latchkit-gateway ${args.join(' ')} ended with ${code}:\n${child.output()}`);
    return child.output();
  }

  /** Lists what `ready` prints on a machine. */
  async missing(machine: Machine, more: Variables = {}): Promise<readonly string[]> {
    return (await this.command(machine, ['ready'], more)).trim().split('\n').sort();
  }

  /** The database of a machine. */
  database(machine: 'gateway' | 'vault'): Database {
    const found = this.databases.get(machine);
    if (found === undefined) throw new Error(`The ${machine} has no database yet`);
    return found;
  }

  /** The emails of both sides, oldest first. */
  get inbox() {
    const { gateway, vault } = this.mails;
    return {
      mails: (to: string) =>
        [...vault.mails(to), ...gateway.mails(to)].toSorted(
          (one, other) => one.receivedAt - other.receivedAt,
        ),
    };
  }

  /** Lets the services forget that they sent an email just now. */
  async passCooldown(): Promise<void> {
    await this.database('gateway').query('delete from latchkit_wallet.counters');
    await this.database('vault').query('delete from latchkit_vault.counters');
  }

  /** Keeps the service from starting a drill on its own: its turn is marked as taken by another replica. */
  async holdDrill(kind: 'recovery'): Promise<void> {
    const until = new Date(Date.now() + 60 * 60_000);
    await this.database('gateway').query(
      'insert into latchkit_wallet.drill_turns (kind, until) values ($1, $2) on conflict (kind) do update set until = excluded.until',
      [kind, until],
    );
  }

  async stop(): Promise<void> {
    // A test whose time ran out must not go on.
    this.isStopped = true;
    const running = [...this.running];
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    await endAll(this.ends);
  }

  private async obey({ language, places, code }: GuideBlock): Promise<void> {
    const text = this.localized(code);
    switch (language) {
      case 'sql':
        return this.createDatabase(places[0] as 'gateway' | 'vault', text);
      case 'ini':
        return this.configure(places[0] ?? '', readVariables(text));
      case 'caddyfile':
        return this.serveTls(text);
      case 'ts':
        this.hostCode = text;
        return;
      default:
        for (const line of text.trim().split('\n')) {
          for (const machine of places) await this.type(machine as Machine, line);
        }
    }
  }

  /** The guide's text with the names of this run. */
  private localized(code: string): string {
    let text = code;
    for (const [name, here] of this.names) text = text.replaceAll(name, here);
    for (const [word, command] of PRINTED) {
      if (text.includes(word)) text = text.replaceAll(word, this.output(command));
    }
    return text;
  }

  private async createDatabase(machine: 'gateway' | 'vault', sql: string): Promise<void> {
    const administration = await openPostgres(this.postgres.url);
    for (const statement of sql.split(';').filter(one => one.trim())) await administration.query(statement);
    await administration.close();
    const url = new URL(this.postgres.url);
    url.pathname = `/latchkit_${machine}`;
    const opened = await openPostgres(String(url));
    this.ends.push(() => opened.close());
    this.databases.set(machine, opened);
  }

  private configure(place: string, variables: Variables): void {
    if (place.startsWith('kms-')) {
      if (this.keys === 'kms') this.variables.set(place.slice('kms-'.length) as Machine, variables);
      return;
    }
    const machine = place as Machine;
    const files = this.keys === 'kms' ? ['LATCHKIT_KEK_FILE', 'LATCHKIT_VAULT_KEK_FILE'] : [];
    const given = Object.entries(variables).filter(([name]) => !files.includes(name));
    const found = given.map(([name, value]) => [name, this.placed(machine, value)]);
    this.variables.set(machine, {
      ...this.variables.get(machine),
      ...this.secrets,
      ...Object.fromEntries(found),
      LATCHKIT_GATEWAY_PORT: String(this.ports.get('4000')),
      LATCHKIT_FRAME_PORT: String(this.ports.get('4001')),
      LATCHKIT_VAULT_PORT: String(this.ports.get('4002')),
    });
  }

  private async serveTls(caddyfile: string): Promise<void> {
    for (const [, name = '', port = ''] of caddyfile.matchAll(
      /^(\S+) \{$[\s\S]*?reverse_proxy 127\.0\.0\.1:(\d+)/gm,
    )) {
      const outer = new URL(this.names.get(`https://${name}`) ?? '').port;
      const proxy = await startTlsProxy(this.certificate, Number(outer), this.ports.get(port) ?? 0);
      this.ends.push(() => proxy.close());
    }
  }

  /** Types a line of the guide on a machine. */
  private async type(machine: Machine, line: string): Promise<void> {
    const [name = '', ...args] = line.split(' ').map(word => this.placed(machine, word));
    // The built checkout takes the place of the package.
    if (name === 'npm') return;
    if (this.keys === 'kms' && (args[0] === 'kek' || name === 'rm')) return;
    if (name === 'rm') return rmSync(args.at(-1) ?? '', { recursive: true });
    if (name !== 'latchkit-gateway') throw new Error(`The guide's test knows no command '${line}'`);
    if (args.length === 0) return this.serve(machine);
    this.printed.push({ line, output: await this.command(machine, args) });
  }

  private async serve(machine: Machine): Promise<void> {
    const running = this.spawned(machine, []);
    const url = `http://127.0.0.1:${this.ports.get(machine === 'vault' ? '4002' : '4001')}/readyz`;
    await waitUntil(async () => !this.running.has(running) || (await fetch(url)).ok, 120_000);
    if (!this.running.has(running)) throw new Error(`The ${machine} ended:\n${running.output()}`);
  }

  private spawned(machine: Machine, args: readonly string[], more: Variables = {}): Running {
    if (this.isStopped) throw new Error('The deployment was stopped');
    const child = spawn(process.execPath, [program, ...args], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        // The certificate of this run is from no authority that Node knows.
        NODE_EXTRA_CA_CERTS: this.certificate.certificate,
        ...this.variables.get(machine),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', part => {
        output += part;
      });
    }
    const running = { child, ended: once(child, 'close'), output: () => output };
    this.running.add(running);
    child.once('close', () => this.running.delete(running));
    return running;
  }

  /** A machine's own file, if the text is an absolute path. */
  private placed(machine: Machine, text: string): string {
    if (!/^\/(etc|srv|var)\//.test(text)) return text;
    const file = path.join(this.folder, machine, text);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  }
}
