import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { BaseError } from 'latchkit/protocol';
import { httpPriceSource } from './adapters/httpPriceSource.js';
import { createGateway, type Gateway } from './app.js';
import { readTokenList } from './chain-data/readTokenList.js';
import { errorFields, jsonLog, type LogLevel } from './http/jsonLog.js';
import { lineWriter } from './http/lineWriter.js';
import { serveUpgrades } from './http/serveUpgrades.js';
import { openMailbox } from './openMailbox.js';
import { openServices } from './openServices.js';
import type { Mailbox } from './ports/Mailbox.js';
import type { Settings } from './readSettings.js';
import { RELAY_PATH } from './relay/audience.js';
import { secretsOf } from './secretsOf.js';

/** Milliseconds that requests under way have when the gateway stops. */
const GRACE = 5_000;

const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000 };
/** How often connections are checked against them, and how long an idle one is kept. */
const CONNECTIONS = { connectionsCheckingInterval: 2_000, keepAliveTimeout: 65_000 };

export interface StartOptions {
  /** Milliseconds that a caller has to send its headers. Default: 10 000. */
  readonly headersTimeout?: number;
  /** Milliseconds that a caller has to send its whole request. Default: 20 000. */
  readonly requestTimeout?: number;
  /**
   * Puts a `Response` that Node's server writes without a stream in the place of the global one, which halves the time
   * of a small answer. For a process that does nothing else. Default: false.
   */
  readonly ownsProcess?: boolean;
}

export interface RunningGateway {
  /** Where it listens, for example `http://localhost:4000`. */
  readonly url: string;
  /** Lets requests under way finish, then frees the port and the database. Stopping twice does nothing. */
  stop(): Promise<void>;
}

/**
 * Opens the database, makes the gateway and listens.
 *
 * @throws BaseError `PORT_TAKEN`, which names the variable that moves the gateway, or what the parts throw.
 */
export async function startGateway(
  settings: Settings,
  { ownsProcess = false, ...serverLimits }: StartOptions = {},
): Promise<RunningGateway> {
  const { developmentMode, upstreams, limits, trustedProxies, ensRegistries } = settings;
  const { metricsToken, publicUrl, priceUrl } = settings;
  const tokens = settings.tokenList === undefined ? undefined : await readTokenList(settings.tokenList);
  const lines = lineWriter(text => console.log(text.trimEnd()));
  const write = (line: string, level: LogLevel) => lines.write(line, level !== 'info');
  const log = jsonLog(write, settings.log, secretsOf(settings));
  const services = await openServices(settings);
  let mailbox: Mailbox | undefined;
  let gateway: Gateway | undefined;
  const closeAll = async () => {
    // Indexers finish what they write, and what the mailbox still writes goes to the database.
    await gateway?.close();
    await mailbox?.close();
    await services.close();
  };
  try {
    mailbox = await openMailbox(settings, services.database);
    const { addresses, limits: relayLimits } = settings.relay;
    const made = await createGateway({
      ...services,
      developmentMode,
      upstreams,
      limits,
      trustedProxies,
      ensRegistries,
      ...(metricsToken === undefined ? {} : { metricsToken }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(priceUrl === undefined ? {} : { priceSource: httpPriceSource(priceUrl) }),
      ...(tokens === undefined ? {} : { tokens }),
      history: { index: settings.index, blockscout: settings.blockscout },
      relay: { mailbox, addresses, limits: relayLimits, hasReplicas: settings.redisUrl !== undefined },
      metricsOfProcess: true,
      log,
      onError: error => log('error', 'unforeseen', errorFields(error)),
    });
    gateway = made;
    const server = createAdaptorServer({
      fetch: made.app.fetch,
      overrideGlobalObjects: ownsProcess,
      serverOptions: { ...SERVER_LIMITS, ...CONNECTIONS, ...serverLimits },
    });
    serveUpgrades(server, { [RELAY_PATH]: made.relay.upgrade });
    const port = await listen(server, settings);
    process.on('exit', lines.flush);
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      // First: sockets are connections that the server would wait for.
      await made.relay.close();
      await closeServer(server, () => void made.close());
      await closeAll();
      process.off('exit', lines.flush);
      lines.flush();
    };
    return {
      url: `http://localhost:${port}`,
      stop() {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function listen(server: ServerType, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      const details = 'Stop what uses it, or set LATCHKIT_GATEWAY_PORT to another port.';
      reject(new BaseError('PORT_TAKEN', `Port ${port} is taken`, { details, cause: error }));
    });
    const listening = () => resolve((server.address() as AddressInfo).port);
    if (host === undefined) server.listen(port, listening);
    else server.listen(port, host, listening);
  });
}

function closeServer(server: ServerType, abort: () => void): Promise<void> {
  return new Promise(resolve => {
    const closeConnections = () => {
      abort();
      if ('closeAllConnections' in server) server.closeAllConnections();
    };
    const late = setTimeout(closeConnections, GRACE);
    server.close(() => {
      clearTimeout(late);
      abort();
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
