import type { Settings } from '../readSettings.js';
import { startGateway } from '../startGateway.js';

/** Serves until the process is told to stop. */
export async function serve(settings: Settings): Promise<string> {
  const gateway = await startGateway(settings, { ownsProcess: true });
  let asked = false;
  const stop = () => {
    // A second Ctrl-C does not wait.
    if (asked) process.exit(130);
    asked = true;
    gateway.stop().then(
      () => process.exit(0),
      error => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const kind = settings.databaseUrl ? 'Postgres' : `PGlite in ${settings.dataDirectory}`;
  return `Gateway: ${gateway.url} (${settings.developmentMode ? 'development' : 'production'}, ${kind})`;
}
