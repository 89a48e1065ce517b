import { readFileSync } from 'node:fs';
import { BaseError, readNameResolverCall } from 'latchkit/protocol';
import { getAddress, isHex, size } from 'viem';
import { deployNameResolver } from '../project/profile/deployNameResolver.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

const OPTIONS = {
  gateway: { type: 'string' },
  rpc: { type: 'string' },
  key: { type: 'string' },
} as const;

/** Bytes of a private key. */
const KEY_SIZE = 32;

/**
 * `names deploy`: deploys the resolver contract of a running gateway's names.
 *
 * @throws BaseError `INVALID_ARGUMENT`, or `NAMES_OFF` if the gateway registers no names.
 */
export async function namesCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const { gateway, rpc, key: file } = values;
  if (positionals.join(' ') !== 'deploy')
    throw invalidArgument(`There is no command 'names ${positionals.join(' ')}'`);
  if (gateway === undefined || rpc === undefined || file === undefined)
    throw invalidArgument('names deploy needs --gateway, --rpc and --key');
  const key = readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  if (!isHex(key) || size(key) !== KEY_SIZE)
    throw invalidArgument('The key file must contain a private key: 0x and 64 hexadecimal digits');
  const response = await fetch(new URL(readNameResolverCall.path, gateway));
  if (response.status === 403) throw new BaseError('NAMES_OFF', 'The gateway registers no names');
  if (!response.ok) throw new BaseError('SERVICE_ERROR', `The gateway answered ${response.status}`);
  const { suffix, signer, url } = readNameResolverCall.response.parse(await response.json());
  const address = await deployNameResolver({ rpcUrl: rpc, key, url, signer: getAddress(signer) });
  return [
    `The resolver contract is at ${address}.`,
    `Set it as the resolver of ${suffix.slice(1)} in ENS. It trusts the answers of ${url} that ${signer} signed.`,
  ].join('\n');
}
