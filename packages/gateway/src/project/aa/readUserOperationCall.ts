import {
  type AccountCall,
  checkSessionOperation,
  checkUserOperation,
  type PermittedFunctions,
  type SessionGrant,
  SMART_ACCOUNT_V1,
  type UserOperationDraft,
  userOperation,
  userOperationDraft,
} from 'latchkit/protocol';
import * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';

/** A user operation of the caller's own account, with what it does. */
export interface OwnOperation {
  readonly operation: UserOperationDraft;
  readonly calls: readonly AccountCall[];
}

const entryPoint = z
  .string()
  .refine(value => value.toLowerCase() === SMART_ACCOUNT_V1.entryPoint.toLowerCase());

/**
 * Reads the user operation in the parameters of a call, for the account of an owner. The wallet page checks the same; a stolen session
 * must not use the operator's servers for other accounts.
 *
 * @param permitted - The functions that a permission may be for. Default: none.
 * @param isComplete - Whether it must have everything that the bundler needs.
 * @throws HttpError 400 `INVALID_USER_OPERATION`, 403 `USER_OPERATION_REFUSED`.
 */
export function readUserOperationCall(
  params: readonly unknown[],
  { owner, permitted }: { readonly owner: string; readonly permitted?: PermittedFunctions },
  isComplete: boolean,
): OwnOperation {
  const operation = parseOperation(params, isComplete);
  const found = checkUserOperation(operation, owner, permitted);
  if ('problem' in found) {
    throw new HttpError(403, 'USER_OPERATION_REFUSED', `The user operation is refused: ${found.problem}`);
  }
  return { operation, calls: found.calls };
}

/** Reads a user operation that uses a permission of an account. @throws as {@link readUserOperationCall} */
export function readSessionOperationCall(
  params: readonly unknown[],
  { account, grant }: { readonly account: string; readonly grant: SessionGrant },
  isComplete: boolean,
): OwnOperation {
  const operation = parseOperation(params, isComplete);
  const calls = checkSessionOperation(operation, account, grant);
  if (calls) return { operation, calls };
  throw new HttpError(403, 'USER_OPERATION_REFUSED', 'The permission does not cover the user operation');
}

function parseOperation(params: readonly unknown[], isComplete: boolean): UserOperationDraft {
  const parsed = (isComplete ? userOperation : userOperationDraft).safeParse(params[0]);
  if (parsed.success && entryPoint.safeParse(params[1]).success) return parsed.data;
  throw new HttpError(400, 'INVALID_USER_OPERATION', 'Not a user operation of EntryPoint 0.7');
}

/** The parameters of a paymaster's methods. @see https://eips.ethereum.org/EIPS/eip-7677 */
export function paymasterParams(
  operation: UserOperationDraft,
  chainId: string,
  context: unknown,
): readonly unknown[] {
  const number = BigInt(chainId.slice('eip155:'.length));
  return [operation, SMART_ACCOUNT_V1.entryPoint, `0x${number.toString(16)}`, context];
}
