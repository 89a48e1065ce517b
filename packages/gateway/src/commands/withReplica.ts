import type { Environment } from '../platform/settingValues.js';
import { readSettings } from '../server/readSettings.js';
import { type RunningServer, startServer } from '../server/startServer.js';

/** Runs with a replica of the service on free ports of this machine, which ends with the command. */
export async function withReplica<Answer>(
  env: Environment,
  run: (running: RunningServer) => Promise<Answer>,
): Promise<Answer> {
  const ports = { LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_FRAME_PORT: '0', LATCHKIT_VAULT_PORT: '0' };
  const settings = readSettings({
    ...env,
    ...ports,
    LATCHKIT_GATEWAY_HOST: '127.0.0.1',
    LATCHKIT_INDEX: 'off',
  });
  const running = await startServer({ ...settings, log: 'error' });
  try {
    return await run(running);
  } finally {
    await running.stop();
  }
}
