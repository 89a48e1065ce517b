import { type Adapters, openAdapters } from '../platform/adapters/openAdapters.js';
import { openPostgres } from '../platform/adapters/postgres.js';
import { openListener } from '../platform/http/openListener.js';
import { serveUpgrades } from '../platform/http/serveUpgrades.js';
import { createTraffic, DEFAULT_TRAFFIC, type Traffic } from '../platform/http/traffic.js';
import { jsonLog, type Log, type LogLevel } from '../platform/jsonLog.js';
import { lineWriter } from '../platform/lineWriter.js';
import { mergeLines } from '../platform/mergeLines.js';
import type { Database } from '../platform/ports/Database.js';
import type { Gateway } from '../project/createGateway.js';
import { RELAY_PATH } from '../project/relay/audience.js';
import { checkStoredData } from './checkStoredData.js';
import { type Closing, createClosing } from './createClosing.js';
import { dataNotes } from './dataNotes.js';
import { developmentInbox } from './developmentInbox.js';
import { openProject } from './openProject.js';
import type { Settings } from './readSettings.js';
import { type StartedWallet, startWallet } from './startWallet.js';

export interface StartOptions {
  /** Milliseconds that a caller has to send its headers. Default: 10 000. */
  readonly headersTimeout?: number;
  /** Milliseconds that a caller has to send its whole request. Default: 20 000. */
  readonly requestTimeout?: number;
  /**
   * Replaces the global `Response` by one that Node's server writes without a stream, which halves the time of a small
   * response. Only for a process that runs nothing else. Default: false.
   */
  readonly ownsProcess?: boolean;
}

export interface RunningServer {
  /** URL of the gateway, for example `http://localhost:4000`; in a process with the vault alone, that of the vault. */
  readonly url: string;
  /** URLs of the wallet service and of the vault; undefined if this process doesn't run them. */
  readonly frameUrl: string | undefined;
  readonly vaultUrl: string | undefined;
  /** Whether the wallet service serves the wallet page. */
  readonly hasPages: boolean;
  /** The canary wallets; undefined in a process without the wallet service. */
  readonly canaries: StartedWallet['canaries'];
  /** What an operator should know about the data. */
  readonly notes: readonly string[];
  /** Lists what is missing before this process creates embedded wallets. */
  missingForWallets(): Promise<readonly string[]>;
  /** See `WalletServices.tellConcerned`. */
  tellConcerned(): Promise<number>;
  /** Lets requests in progress finish, then releases the ports and the databases. Further calls do nothing. */
  stop(): Promise<void>;
}

/**
 * Starts what the settings name: the services for projects, the wallet service and the vault, or one side of the latter two.
 *
 * @throws BaseError `PORT_TAKEN`, which names the variable that sets the port, `DATA_NEWER`, `MIGRATION_CHANGED` or `KEYS_INVALID`,
 *   or the error of a part.
 */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const lines = lineWriter(text => console.log(text.trimEnd()));
  const write = (line: string, level: LogLevel) => lines.write(line, level !== 'info');
  const { log, flush } = mergeLines(jsonLog(write, settings.log, settings.secrets));
  const closing = createClosing();
  process.on('exit', lines.flush);
  closing.add(() => {
    process.off('exit', lines.flush);
    flush();
    lines.flush();
  });
  try {
    return { ...(await openParts(settings, options, log, closing)), stop: closing.close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Opens the parts in the order in which they need each other; they are closed in the opposite order. */
async function openParts(
  settings: Settings,
  { ownsProcess = false, ...limits }: StartOptions,
  log: Log,
  closing: Closing,
): Promise<Omit<RunningServer, 'stop'>> {
  const traffic = createTraffic(settings.trustedProxies, {
    ...DEFAULT_TRAFFIC,
    isPaced: settings.limits.perAddress > 0,
  });
  const adapters = await openAdapters(settings, message => log('warn', 'database_opening', { message }));
  closing.add(() => adapters.close());
  const vaultDatabase = await openVaultDatabase(settings, adapters, closing);
  await checkStoredData(settings, adapters.database, vaultDatabase);
  const inbox = settings.developmentMode ? developmentInbox() : undefined;
  const isVault = settings.wallet?.only === 'vault';
  let wallet: StartedWallet | undefined;
  // The wallet service starts later.
  const socialsOf = async (projectId: string) => wallet?.socialsOf(projectId);
  const project = isVault
    ? undefined
    : await openProject(settings, {
        adapters,
        inbox,
        socialsOf,
        nameKey: () => wallet?.nameKey,
        cosignerKey: () => wallet?.cosignerKey,
        traffic,
        log,
        closing,
      });
  wallet =
    settings.wallet &&
    (await startWallet({
      settings,
      wallet: settings.wallet,
      adapters,
      vaultDatabase,
      project,
      inbox,
      limits,
      traffic,
      log,
      closing,
    }));
  const notes = isVault ? [] : await dataNotes(adapters.database, settings.developmentMode);
  for (const message of notes) log('warn', 'data_note', { message });
  return {
    url: project
      ? await listen(project, settings, { ownsProcess, traffic, ...limits }, closing)
      : (wallet?.vaultUrl ?? ''),
    frameUrl: wallet?.frameUrl,
    vaultUrl: wallet?.vaultUrl,
    hasPages: wallet?.hasPages ?? false,
    notes,
    canaries: wallet?.canaries,
    missingForWallets: async () => wallet?.missingForWallets() ?? [],
    tellConcerned: async () => wallet?.tellConcerned() ?? 0,
  };
}

/** Opens the vault's own database, if it has one. */
async function openVaultDatabase(
  { wallet }: Settings,
  { database }: Adapters,
  closing: Closing,
): Promise<Database> {
  if (wallet?.vaultDatabaseUrl === undefined || wallet.only === 'gateway') return database;
  const opened = await openPostgres(wallet.vaultDatabaseUrl);
  closing.add(() => opened.close());
  return opened;
}

/** Listens for calls to the services for projects. Returns the URL. */
async function listen(
  project: Gateway,
  settings: Settings,
  { ownsProcess = false, traffic, ...limits }: StartOptions & { readonly traffic: Traffic },
  closing: Closing,
): Promise<string> {
  const listener = await openListener({
    port: settings.port,
    host: settings.host,
    variable: 'LATCHKIT_GATEWAY_PORT',
    limits,
    traffic,
    overrideGlobalObjects: ownsProcess,
  });
  closing.add(() => listener.close(() => void project.close()));
  // Closed before the listener, which would wait for the relay's WebSockets and for streams.
  closing.add(() => project.relay.close());
  closing.add(async () => project.endStreams());
  serveUpgrades(listener.server, { [RELAY_PATH]: project.relay.upgrade }, traffic.upgraded);
  listener.serve(project.app.fetch, project.fastPath);
  return `http://localhost:${listener.port}`;
}
