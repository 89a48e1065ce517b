import type { Environment } from '../platform/settingValues.js';
import { readSettings } from '../server/readSettings.js';
import { type ConcernedWallets, countConcerned } from '../wallet/service/custody/concernedWallets.js';
import { GATEWAY_STORE } from '../wallet/walletStores.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withReplica } from './withReplica.js';

const OPTIONS = { mail: { type: 'boolean' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/**
 * `wallets concerned`: what the repair of social logins did, and how many wallets someone else may have opened, without their owners.
 * `--mail` emails the owners that were not told yet, and only with `--yes`.
 *
 * @throws BaseError `INVALID_ARGUMENT`, or the databases' errors.
 */
export async function walletsCommand(args: readonly string[], env: Environment): Promise<string> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  if (positionals.join(' ') !== 'concerned')
    throw invalidArgument(`There is no command 'wallets ${positionals.join(' ')}'`);
  const before = await count(env);
  const waiting = before.wallets - before.told;
  if (values.mail && values.yes) {
    await withReplica(env, ({ tellConcerned }) => tellConcerned());
    return shown(await count(env), values.json);
  }
  const text = shown(before, values.json);
  return values.mail ? `${text}\nNothing was sent. --yes emails the owners of ${waiting} wallets` : text;
}

function count(env: Environment): Promise<ConcernedWallets> {
  return withStores(readSettings(env), async stores => {
    const service = stores.find(({ store }) => store.name === GATEWAY_STORE.name);
    if (service === undefined) throw invalidArgument('The wallet service is not set up here');
    return countConcerned(service.store);
  });
}

function shown({ at, wallets, told, sets, sessions }: ConcernedWallets, asJson = false): string {
  const repairedAt = at?.toISOString();
  if (asJson) return JSON.stringify({ repairedAt, wallets, told, sets, sessions }, undefined, 2);
  return [
    ['repaired', repairedAt ?? 'never'],
    ['wallets', wallets],
    ['owners told', told],
    ['share sets withdrawn', sets],
    ['sessions ended', sessions],
  ]
    .map(line => line.join('\t'))
    .join('\n');
}
