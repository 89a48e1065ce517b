import {
  type AccountCall,
  checkUserOperation,
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
 * @param isComplete - Whether it must have everything that the bundler needs.
 * @throws HttpError 400 `INVALID_USER_OPERATION`, 403 `USER_OPERATION_REFUSED`.
 */
export function readUserOperationCall(
  params: readonly unknown[],
  owner: string,
  isComplete: boolean,
): OwnOperation {
  const parsed = (isComplete ? userOperation : userOperationDraft).safeParse(params[0]);
  if (!parsed.success || !entryPoint.safeParse(params[1]).success) {
    throw new HttpError(400, 'INVALID_USER_OPERATION', 'Not a user operation of EntryPoint 0.7');
  }
  const found = checkUserOperation(parsed.data, owner);
  if ('problem' in found) {
    throw new HttpError(403, 'USER_OPERATION_REFUSED', `The user operation is refused: ${found.problem}`);
  }
  return { operation: parsed.data, calls: found.calls };
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
