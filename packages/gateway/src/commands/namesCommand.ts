import { readFileSync } from 'node:fs';
import { BaseError, readNameResolverCall, urlUnder } from 'latchkit/protocol';
import { getAddress, isHex, size } from 'viem';
import type { Environment } from '../platform/settingValues.js';
import { deployNameResolver } from '../project/profile/deployNameResolver.js';
import { looksReserved } from '../project/profile/reservedNames.js';
import { type NameRow, nameStore } from '../project/profile/store.js';
import { readSettings, type Settings } from '../server/readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { withProjects } from './withProjects.js';

const OPTIONS = {
  gateway: { type: 'string' },
  rpc: { type: 'string' },
  key: { type: 'string' },
} as const;

/** Bytes of a private key. */
const KEY_SIZE = 32;

/**
 * `names deploy`: deploys the resolver contract of a running gateway's names. `names check`: lists the names that nobody could
 * register now.
 *
 * @throws BaseError `INVALID_ARGUMENT`, `NAMES_OFF` if the gateway registers no names, or the database's error.
 */
export async function namesCommand(args: readonly string[], env: Environment): Promise<string> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  if (positionals.join(' ') === 'check') return check(readSettings(env));
  if (positionals.join(' ') !== 'deploy')
    throw invalidArgument(`There is no command 'names ${positionals.join(' ')}'`);
  return deploy(values);
}

/** Reports names of before a rule; they stay with their accounts. */
function check(settings: Settings): Promise<string> {
  return withProjects(settings, async ({ database }) => {
    const names = await nameStore(database, Date.now).all();
    const line = (kind: string, { label, address }: NameRow) =>
      `${kind.padEnd(8)} ${label}${settings.nameSuffix ?? ''} ${address}`;
    const reserved = names.filter(({ label }) => looksReserved(label));
    const first = new Map<string, NameRow>();
    const alike = names.flatMap(one => {
      const before = first.get(one.look);
      if (before !== undefined) return [`${line('alike', one)} looks like ${before.label}`];
      first.set(one.look, one);
      return [];
    });
    const lines = [...reserved.map(one => line('reserved', one)), ...alike];
    return [...lines, `${names.length} names, ${lines.length} of them to look at`].join('\n');
  });
}

interface DeployOptions {
  readonly gateway?: string | undefined;
  readonly rpc?: string | undefined;
  readonly key?: string | undefined;
}

async function deploy({ gateway, rpc, key: file }: DeployOptions): Promise<string> {
  if (gateway === undefined || rpc === undefined || file === undefined)
    throw invalidArgument('names deploy needs --gateway, --rpc and --key');
  const key = readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  if (!isHex(key) || size(key) !== KEY_SIZE)
    throw invalidArgument('The key file must contain a private key: 0x and 64 hexadecimal digits');
  const response = await fetch(urlUnder(gateway, readNameResolverCall.path));
  if (response.status === 403) throw new BaseError('NAMES_OFF', 'The gateway registers no names');
  if (!response.ok) throw new BaseError('SERVICE_ERROR', `The gateway answered ${response.status}`);
  const { suffix, signer, url } = readNameResolverCall.response.parse(await response.json());
  const address = await deployNameResolver({ rpcUrl: rpc, key, url, signer: getAddress(signer) });
  return [
    `The resolver contract is at ${address}.`,
    `Set it as the resolver of ${suffix.slice(1)} in ENS. It trusts the answers of ${url} that ${signer} signed.`,
  ].join('\n');
}
