import { z } from 'zod';
import { encodeAccount } from '../encodeAccount.js';
import { address, config, optional, type RpcMethods, rpcMethod, withContext } from '../RpcMethod.js';

export const accountConfig = config.extend({
  encoding: z.enum(['base58', 'base64', 'jsonParsed']).optional(),
  dataSlice: z.object({ offset: z.int().nonnegative(), length: z.int().nonnegative() }).optional(),
});

const MOST_ACCOUNTS = 100;

/** Methods for accounts of any kind. */
export const accountMethods: RpcMethods = {
  getBalance: rpcMethod(z.tuple([address, optional(config).optional()]), (ledger, [owner]) =>
    withContext(ledger, ledger.svm.getBalance(owner) ?? 0n),
  ),
  getAccountInfo: rpcMethod(
    z.tuple([address, optional(accountConfig).optional()]),
    (ledger, [key, options]) =>
      withContext(
        ledger,
        encodeAccount(
          ledger.svm,
          ledger.svm.getAccount(key),
          options?.encoding ?? 'base64',
          options?.dataSlice,
        ),
      ),
  ),
  getMultipleAccounts: rpcMethod(
    z.tuple([z.array(address).max(MOST_ACCOUNTS), optional(accountConfig).optional()]),
    (ledger, [keys, options]) =>
      withContext(
        ledger,
        keys.map(key =>
          encodeAccount(
            ledger.svm,
            ledger.svm.getAccount(key),
            options?.encoding ?? 'base64',
            options?.dataSlice,
          ),
        ),
      ),
  ),
};
