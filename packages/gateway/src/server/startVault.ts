import { openServices } from '../platform/adapters/openServices.js';
import { jsonLog, type LogLevel } from '../platform/jsonLog.js';
import { lineWriter } from '../platform/lineWriter.js';
import { developmentInbox } from './developmentInbox.js';
import type { Settings } from './readSettings.js';
import { secretsOf } from './secretsOf.js';
import type { StartOptions } from './startGateway.js';
import { startWallet } from './startWallet.js';
import type { WalletSettings } from './walletSettings.js';

/** A vault in its own process. */
export interface RunningVault {
  readonly url: string;
  /** Lets requests in progress finish, then releases the port and the database. */
  stop(): Promise<void>;
}

/**
 * Starts only the vault, with its own database, keys and email transport.
 *
 * @throws BaseError `PORT_TAKEN` or `KEYS_INVALID`, or the error of a part.
 */
export async function startVault(
  settings: Settings,
  wallet: WalletSettings,
  { headersTimeout, requestTimeout }: StartOptions = {},
): Promise<RunningVault> {
  const lines = lineWriter(text => console.log(text.trimEnd()));
  const write = (line: string, level: LogLevel) => lines.write(line, level !== 'info');
  const log = jsonLog(write, settings.log, secretsOf(settings));
  const services = await openServices(settings, message => log('warn', 'database_opening', { message }));
  try {
    const started = await startWallet({
      settings,
      wallet,
      services,
      gateway: undefined,
      inbox: settings.developmentMode ? developmentInbox() : undefined,
      limits: {
        ...(headersTimeout === undefined ? {} : { headersTimeout }),
        ...(requestTimeout === undefined ? {} : { requestTimeout }),
      },
      log,
    });
    process.on('exit', lines.flush);
    return {
      url: started.vaultUrl ?? '',
      async stop() {
        await started.close();
        await services.close();
        process.off('exit', lines.flush);
        lines.flush();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}
