import { operationFeeProblem } from './operationFee.js';
import type { PermittedFunctions } from './registeredFunctions.js';
import {
  isRemoveSession,
  isSessionsContract,
  readSessionGrant,
  sessionGrantProblem,
} from './sessionGrant.js';
import { SMART_ACCOUNT_V1, smartAccountAddress, smartAccountFactoryData } from './smartAccountV1.js';
import { countSessionSetup, SMART_SESSIONS } from './smartSessions.js';
import type { UserOperationDraft } from './userOperation.js';
import { type AccountCall, readAccountCalls } from './userOperationCalls.js';

/**
 * Why a user operation is refused. `SENDER`: it is another account's. `FACTORY`: it would deploy something else. `CALL_DATA`: its calls
 * cannot be read, or it is a foreign delegate call. `OWN_ACCOUNT`: it would change the account itself, such as its owner. `PERMISSION`: it
 * would grant a permission outside the limits. The others are those of {@link operationFeeProblem}.
 */
export type UserOperationProblem =
  | 'SENDER'
  | 'FACTORY'
  | 'CALL_DATA'
  | 'OWN_ACCOUNT'
  | 'PERMISSION'
  | 'PAYMASTER'
  | 'GAS';

/**
 * Checks that a user operation does only what its calls say, with the smart account of an owner key. The keyring checks it before it
 * signs, the gateway before it passes it on.
 *
 * @param permitted - The functions that a permission may be for. Default: none.
 * @returns the calls, or the problem.
 */
export function checkUserOperation(
  operation: UserOperationDraft,
  owner: string,
  permitted?: PermittedFunctions,
): { readonly calls: readonly AccountCall[] } | { readonly problem: UserOperationProblem } {
  const account = smartAccountAddress(owner);
  if (!isSame(operation.sender, account)) return { problem: 'SENDER' };
  if (!deploysOnly(operation, owner)) return { problem: 'FACTORY' };
  const calls = readAccountCalls(operation.callData);
  if (!calls) return { problem: 'CALL_DATA' };
  const setup = countSessionSetup(calls, account);
  const others = calls.slice(setup);
  // A payment to the account itself changes nothing; every other call to it is a setting of the Safe.
  if (others.some(({ to, data }) => isSame(to, account) && data !== '0x')) return { problem: 'OWN_ACCOUNT' };
  const isGrant = (call: AccountCall) => isOwnGrant(call, [account, owner], permitted);
  if (setup > 0 && !(others.length > 0 && others.every(isGrant))) return { problem: 'OWN_ACCOUNT' };
  const touching = others.filter(({ to }) => isSessionsContract(to));
  if (!touching.every(call => isGrant(call) || isRevocation(call))) return { problem: 'PERMISSION' };
  const problem = operationFeeProblem(operation);
  return problem ? { problem } : { calls };
}

/** Whether a call of Smart Sessions grants a permission within the limits. */
function isOwnGrant(
  { to, value, data }: AccountCall,
  own: readonly string[],
  permitted: PermittedFunctions | undefined,
): boolean {
  if (!isSame(to, SMART_SESSIONS.sessions) || value !== 0n) return false;
  const grant = readSessionGrant(data, permitted?.cosigner);
  return grant !== undefined && sessionGrantProblem(grant, own, permitted) === undefined;
}

const isRevocation = ({ to, value, data }: AccountCall) =>
  isSame(to, SMART_SESSIONS.sessions) && value === 0n && isRemoveSession(data);

/** Whether a user operation deploys nothing, or the smart account of the owner. */
function deploysOnly({ factory, factoryData }: UserOperationDraft, owner: string): boolean {
  if (!factory) return !factoryData || factoryData === '0x';
  return (
    isSame(factory, SMART_ACCOUNT_V1.factory) && isSame(factoryData ?? '', smartAccountFactoryData(owner))
  );
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
