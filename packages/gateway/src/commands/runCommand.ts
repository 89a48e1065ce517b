import { BaseError } from 'latchkit/protocol';
import type { Environment } from '../platform/settingValues.js';
import { version } from '../platform/version.js';
import { readSettings } from '../server/readSettings.js';
import { auditCommand } from './auditCommand.js';
import { backupCommand, backupKeyCommand } from './backupCommand.js';
import { canariesCommand, drillCommand, readyCommand } from './canariesCommand.js';
import { doctorCommand } from './doctorCommand.js';
import { eventsCommand } from './eventsCommand.js';
import { healthCommand } from './healthCommand.js';
import { kekCommand } from './kekCommand.js';
import { keysCommand } from './keysCommand.js';
import { namesCommand } from './namesCommand.js';
import { networkRelayCommand } from './networkRelayCommand.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { projectCommand } from './projectCommand.js';
import { restoreCommand } from './restoreCommand.js';
import { reviewCommand } from './reviewCommand.js';
import { serve } from './serve.js';
import { USAGE } from './usage.js';
import { verifyFrameCommand } from './verifyFrameCommand.js';
import { walletRowsCommand } from './walletRowsCommand.js';
import { walletsCommand } from './walletsCommand.js';

/**
 * Runs the command in the arguments.
 *
 * @returns the text to print.
 * @throws BaseError `UNKNOWN_COMMAND`, `INVALID_ARGUMENT` or `INVALID_SETTING`, or the command's error.
 */
export async function runCommand(args: readonly string[], env: Environment): Promise<string> {
  // `serve` is the default command, so `--only vault` alone is an option of it.
  const [command, ...rest] = args[0]?.startsWith('--only') ? ['serve', ...args] : args;
  switch (command) {
    case undefined:
    case 'serve':
      return serve(readSettings(withRole(rest, env)));
    case 'project':
      return projectCommand(rest, readSettings(env));
    case 'payments':
      return reviewCommand(rest, readSettings(env));
    case 'events':
      return eventsCommand(rest, readSettings(env));
    case 'keys':
      return keysCommand(rest, readSettings(env));
    case 'audit':
      return auditCommand(rest, readSettings(env));
    case 'backup':
      return backupCommand(rest, readSettings(env));
    case 'backup-key':
      return backupKeyCommand(rest);
    case 'canaries':
      return canariesCommand(rest, env);
    case 'drill':
      return drillCommand(rest, env);
    case 'ready':
      return readyCommand(rest, env);
    case 'doctor':
      return doctorCommand(rest, readSettings(env));
    case 'health':
      return healthCommand(rest, readSettings(env));
    case 'network-relay':
      return networkRelayCommand(rest, env);
    case 'names':
      return namesCommand(rest, env);
    case 'restore':
      return restoreCommand(rest, readSettings(env));
    case 'kek':
      return kekCommand(rest, env);
    case 'wallets':
      return walletsCommand(rest, env);
    case 'wallet-rows':
      return walletRowsCommand(rest, readSettings(env));
    case 'verify-frame':
      return verifyFrameCommand(rest);
    case '--version':
    case '-v':
      return version();
    case 'help':
    case '--help':
    case '-h':
      return USAGE;
    default:
      throw new BaseError('UNKNOWN_COMMAND', `There is no command '${command}'`, { details: `\n${USAGE}` });
  }
}

/** Applies `--only gateway|vault`, the part of the embedded wallet that this process runs. */
function withRole(args: readonly string[], env: Environment): Environment {
  const { values, positionals } = parseOptions(args, { only: { type: 'string' } });
  if (positionals.length > 0) throw invalidArgument(`'${positionals[0]}' is too much`);
  return values.only === undefined ? env : { ...env, LATCHKIT_ONLY: values.only };
}
