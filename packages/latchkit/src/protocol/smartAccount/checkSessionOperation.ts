import { operationFeeProblem } from './operationFee.js';
import { type SessionGrant, sessionPeriods, VALUE_SELECTOR } from './sessionGrant.js';
import { SMART_SESSIONS } from './smartSessions.js';
import type { UserOperationDraft } from './userOperation.js';
import { type AccountCall, accountShapeOf, readAccountCalls } from './userOperationCalls.js';

type Hex = `0x${string}`;

/** The nonce key of user operations that Smart Sessions validates, in hexadecimal. */
export const SESSION_NONCE_KEY: Hex = `0x${SMART_SESSIONS.sessions.slice(2).toLowerCase()}00000000`;

/**
 * The signature of a user operation, from the signatures (EIP-191) of the operation's hash: that of the session key, and that of the
 * deployment, which comes with the data of its paymaster.
 */
export const sessionSignature = (permissionId: string, ...signatures: readonly string[]): Hex =>
  `0x00${permissionId.slice(2)}${signatures.map(one => one.slice(2)).join('')}`;

/**
 * Checks that a user operation uses a grant of an account, and does nothing else. The amounts are the chain's business.
 *
 * @returns the calls; undefined: it does not.
 */
export function checkSessionOperation(
  operation: UserOperationDraft,
  account: string,
  grant: SessionGrant,
): readonly AccountCall[] | undefined {
  const { sender, nonce, factory, factoryData, callData, signature } = operation;
  const isOwn = sender.toLowerCase() === account.toLowerCase() && !factory && (factoryData ?? '0x') === '0x';
  const isSession = BigInt(nonce) >> 64n === BigInt(SESSION_NONCE_KEY);
  const [, permissionId] = /^0x00([0-9a-f]{64})/i.exec(signature ?? '') ?? [];
  const isGranted = sessionPeriods(grant).some(
    one => one.permissionId === `0x${permissionId?.toLowerCase()}`,
  );
  if (!isOwn || !isSession || !isGranted || operationFeeProblem(operation)) return undefined;
  const calls = accountShapeOf(callData) === 'modular' ? readAccountCalls(callData) : undefined;
  return calls?.every(call => isAllowed(call, grant)) ? calls : undefined;
}

function isAllowed({ to, value, data }: AccountCall, { kind, target, selector }: SessionGrant): boolean {
  const called = data === '0x' ? VALUE_SELECTOR : data.slice(0, 10).toLowerCase();
  const isCall = to.toLowerCase() === target.toLowerCase() && called === selector.toLowerCase();
  return isCall && (kind === 'native' || value === 0n);
}
