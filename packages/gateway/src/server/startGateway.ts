import { openServices } from '../platform/adapters/openServices.js';
import { openListener } from '../platform/http/openListener.js';
import { serveFirst } from '../platform/http/serveFirst.js';
import { serveUpgrades } from '../platform/http/serveUpgrades.js';
import { errorFields, jsonLog, type Log, type LogLevel } from '../platform/jsonLog.js';
import { lineWriter } from '../platform/lineWriter.js';
import { createGateway, type Gateway } from '../project/createGateway.js';
import type { ListedWallet } from '../project/directory/ListedWallet.js';
import { readWalletList } from '../project/directory/readWalletList.js';
import { ccipRequest } from '../project/names/ccipRequest.js';
import { RELAY_PATH } from '../project/relay/audience.js';
import type { Mailbox } from '../project/relay/mailbox/Mailbox.js';
import { openMailbox } from '../project/relay/mailbox/openMailbox.js';
import { httpPriceSource } from '../project/tokens/httpPriceSource.js';
import { readTokenList } from '../project/tokens/readTokenList.js';
import { developmentInbox } from './developmentInbox.js';
import type { Settings } from './readSettings.js';
import { secretsOf } from './secretsOf.js';
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

export interface RunningGateway {
  /** URL at which it listens, for example `http://localhost:4000`. */
  readonly url: string;
  /** URLs of the wallet service and of the vault; undefined if this process doesn't run them. */
  readonly frameUrl: string | undefined;
  readonly vaultUrl: string | undefined;
  /** Whether the wallet service serves the wallet page. */
  readonly hasPages: boolean;
  /** Lets requests in progress finish, then releases the port and the database. Further calls do nothing. */
  stop(): Promise<void>;
}

/**
 * Opens the database, creates the gateway and listens.
 *
 * @throws BaseError `PORT_TAKEN`, which names the variable that sets the port, or the error of a part.
 */
export async function startGateway(
  settings: Settings,
  { ownsProcess = false, ...serverLimits }: StartOptions = {},
): Promise<RunningGateway> {
  const { developmentMode, upstreams, limits, trustedProxies, ensResolvers } = settings;
  const { metricsToken, publicUrl, priceUrl } = settings;
  const tokens = settings.tokenList === undefined ? undefined : await readTokenList(settings.tokenList);
  const lines = lineWriter(text => console.log(text.trimEnd()));
  const write = (line: string, level: LogLevel) => lines.write(line, level !== 'info');
  const log = jsonLog(write, settings.log, secretsOf(settings));
  const wallets = await operatorsWallets(settings, log);
  const services = await openServices(settings, message => log('warn', 'database_opening', { message }));
  let mailbox: Mailbox | undefined;
  let gateway: Gateway | undefined;
  let wallet: StartedWallet | undefined;
  const inbox = developmentMode ? developmentInbox() : undefined;
  const closeAll = async () => {
    await wallet?.close();
    // Indexers and the mailbox still write to the database, so it is closed last.
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
      ensResolvers,
      ...(settings.ccipRead ? { ccipRead: ccipRequest() } : {}),
      ...(metricsToken === undefined ? {} : { metricsToken }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(priceUrl === undefined ? {} : { priceSource: httpPriceSource(priceUrl) }),
      ...(tokens === undefined ? {} : { tokens }),
      wallets,
      history: { index: settings.index, blockscout: settings.blockscout },
      relay: { mailbox, addresses, limits: relayLimits, hasReplicas: settings.redisUrl !== undefined },
      metricsOfProcess: true,
      log,
      onError: error => log('error', 'unforeseen', errorFields(error)),
      ...(inbox === undefined ? {} : { inbox: inbox.routes }),
    });
    gateway = made;
    if (settings.wallet !== undefined) {
      wallet = await startWallet({
        ...{ settings, wallet: settings.wallet, services, gateway: made, inbox, log },
        limits: serverLimits,
      });
    }
    const listener = await openListener({
      port: settings.port,
      host: settings.host,
      variable: 'LATCHKIT_GATEWAY_PORT',
      limits: serverLimits,
      overrideGlobalObjects: ownsProcess,
    });
    serveFirst(listener.server, made.calls);
    serveUpgrades(listener.server, { [RELAY_PATH]: made.relay.upgrade });
    listener.serve(made.app.fetch);
    process.on('exit', lines.flush);
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      // Close the relay first: the server would wait for its WebSockets.
      await made.relay.close();
      await listener.close(() => void made.close());
      await closeAll();
      process.off('exit', lines.flush);
      lines.flush();
    };
    return {
      url: `http://localhost:${listener.port}`,
      frameUrl: wallet?.frameUrl,
      vaultUrl: wallet?.vaultUrl,
      hasPages: wallet?.hasPages ?? false,
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

/** Reads the operator's wallet list. An image that cannot be fetched must not stop the gateway from starting. */
async function operatorsWallets({ walletList }: Settings, log: Log): Promise<readonly ListedWallet[]> {
  if (walletList === undefined) return [];
  return readWalletList(walletList, (walletId, error) =>
    log('warn', 'wallet_image_away', { walletId, ...errorFields(error) }),
  );
}
