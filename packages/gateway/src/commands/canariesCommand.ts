import type { Environment } from '../platform/settingValues.js';
import { readSettings, type Settings } from '../server/readSettings.js';
import type { RunningServer } from '../server/startServer.js';
import { recordDrill } from '../wallet/canaries/canaryWallets.js';
import { type DrillState, drillStates } from '../wallet/canaries/drills.js';
import { GATEWAY_STORE } from '../wallet/walletStores.js';
import { withStores } from './openStores.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withReplica } from './withReplica.js';

/**
 * `canaries create`: creates the five canary wallets, through the normal email flow.
 *
 * @returns their addresses.
 */
export async function canariesCommand(args: readonly string[], env: Environment): Promise<string> {
  const { positionals } = parseOptions(args, {});
  if (positionals.join(' ') !== 'create')
    throw invalidArgument(`There is no command 'canaries ${positionals.join(' ')}'`);
  return withReplica(env, async ({ canaries }) => (await needed(canaries).create()).join('\n'));
}

/**
 * `drill device|recovery` runs a drill; `drill record restore|custodians` records one that people did; `drill` lists the newest
 * results.
 */
export async function drillCommand(args: readonly string[], env: Environment): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [kind, recorded, more] = positionals;
  if (kind === undefined) return listDrills(readSettings(env));
  if ((kind === 'device' || kind === 'recovery') && recorded === undefined) {
    return withReplica(env, async ({ canaries }) => {
      await needed(canaries).drill(kind);
      return `${kind}: every canary wallet signed`;
    });
  }
  if (kind === 'record' && (recorded === 'restore' || recorded === 'custodians') && more === undefined) {
    return withStores(readSettings(env), async stores => {
      const gateway = stores.find(({ store }) => store.name === GATEWAY_STORE.name);
      if (gateway === undefined) throw invalidArgument('The wallet service is not set up here');
      await recordDrill(gateway.store, recorded, null);
      return `${recorded}: recorded`;
    });
  }
  throw invalidArgument(`There is no command 'drill ${positionals.join(' ')}'`);
}

/** `ready`: lists what is missing before wallets are created in production. */
export async function readyCommand(args: readonly string[], env: Environment): Promise<string> {
  const { positionals } = parseOptions(args, {});
  if (positionals.length > 0) throw invalidArgument(`'${positionals[0]}' is too much`);
  return withReplica(env, async ({ missingForWallets }) => {
    const missing = await missingForWallets();
    return missing.length === 0 ? 'Wallets are created' : missing.join('\n');
  });
}

function needed(canaries: RunningServer['canaries']): NonNullable<RunningServer['canaries']> {
  if (canaries === undefined) throw invalidArgument('The wallet service is not set up here');
  return canaries;
}

function listDrills(settings: Settings): Promise<string> {
  return withStores(settings, async stores => {
    const lines = await Promise.all(
      stores
        .filter(({ store }) => store.name === GATEWAY_STORE.name)
        .map(async ({ store }) => (await drillStates(store)).map(lineOf)),
    );
    return lines.flat().join('\n');
  });
}

function lineOf({ kind, at, failure, isOverdue }: DrillState): string {
  return [kind, at ?? 'never', failure ?? (at === null ? '' : 'ok'), isOverdue ? 'overdue' : '']
    .join('\t')
    .trimEnd();
}
