import { diskFullError } from '../platform/diskFull.js';
import type { Settings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { startLines } from './startLines.js';

/** A running server, and its startup messages. */
interface Serving {
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** Serves until the process receives a signal. */
export async function serve(settings: Settings): Promise<string> {
  const kind = settings.databaseUrl ? 'Postgres' : `PGlite in ${settings.dataDirectory}`;
  const mode = `(${settings.developmentMode ? 'development' : 'production'}, ${kind})`;
  const serving = await start(settings, mode).catch(error => {
    throw diskFullError(error, settings.dataDirectory);
  });
  let asked = false;
  const stop = () => {
    // A second Ctrl-C exits immediately.
    if (asked) process.exit(130);
    asked = true;
    serving.stop().then(
      () => process.exit(0),
      error => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return serving.lines.join('\n');
}

async function start(settings: Settings, mode: string): Promise<Serving> {
  const running = await startServer(settings, { ownsProcess: true });
  const lines =
    settings.wallet?.only === 'vault'
      ? [`Vault: ${running.url} ${mode}`]
      : startLines(settings, running, mode);
  return { lines, stop: running.stop };
}
