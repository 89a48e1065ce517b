import { isIP } from 'node:net';
import { BaseError } from 'latchkit/protocol';
import { OPERATOR_PATHS } from '../platform/http/operatorRequests.js';
import type { Settings } from '../server/readSettings.js';
import { invalidArgument } from './parseOptions.js';

/** Time limit of the answer, in milliseconds. */
const LIMIT = 2_000;
/** Addresses that a server listens to on every interface, and where it can be asked. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Asks the gateway that runs on this machine with the same settings whether it can serve; where only the vault runs here, asks that.
 *
 * @returns `ready`.
 * @throws BaseError `NOT_READY`, with what it answers.
 */
export async function healthCommand(args: readonly string[], settings: Settings): Promise<string> {
  if (args.length > 0) throw invalidArgument(`'${args[0]}' is too much`);
  const host = settings.host ?? '127.0.0.1';
  const address = EVERYWHERE[host] ?? host;
  const ask = (port: number) =>
    fetch(`http://${isIP(address) === 6 ? `[${address}]` : address}:${port}${OPERATOR_PATHS.ready}`, {
      signal: AbortSignal.timeout(LIMIT),
    });
  const vaultPort = settings.wallet?.vaultPort;
  const answer = await ask(settings.wallet?.only === 'vault' ? (vaultPort ?? settings.port) : settings.port)
    .catch(error => (vaultPort === undefined ? Promise.reject(error) : ask(vaultPort)))
    .catch(cause => {
      throw new BaseError('NOT_READY', `Nothing answers at ${address}`, { cause });
    });
  if (!answer.ok) throw new BaseError('NOT_READY', `${answer.status}: ${await answer.text()}`);
  return 'ready';
}
