import { makeKeyFile } from '../keyvault/fileKeyVault.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/**
 * `kek make FILE`: a key file for a store of the wallet. It is never overwritten.
 *
 * @throws BaseError `INVALID_ARGUMENT`.
 */
export async function kekCommand(args: readonly string[]): Promise<string> {
  const { positionals } = parseOptions(args, {});
  const [action, path, more] = positionals;
  if (action !== 'make' || path === undefined || more !== undefined) {
    throw invalidArgument(`There is no command 'kek ${positionals.join(' ')}'`);
  }
  if (!(await makeKeyFile(path, false))) throw invalidArgument(`There is a file ${path} already`);
  return path;
}
