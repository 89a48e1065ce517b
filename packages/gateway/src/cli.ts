#!/usr/bin/env node
import { isError } from 'latchkit/protocol';
import { readSettings } from './readSettings.js';
import { startGateway } from './startGateway.js';

try {
  const settings = readSettings(process.env);
  const gateway = await startGateway(settings);
  let asked = false;
  const stop = () => {
    // A second Ctrl-C does not wait.
    if (asked) process.exit(130);
    asked = true;
    gateway.stop().then(
      () => process.exit(0),
      error => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const kind = settings.databaseUrl ? 'Postgres' : `PGlite in ${settings.dataDirectory}`;
  console.log(
    `Gateway: ${gateway.url} (${settings.developmentMode ? 'development' : 'production'}, ${kind})`,
  );
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  // What Latchkit says itself is for the operator's eyes; anything else is shown whole.
  if (isError(error)) console.error([error.message, error.details].filter(Boolean).join('. '));
  else console.error(error);
  process.exit(1);
}
