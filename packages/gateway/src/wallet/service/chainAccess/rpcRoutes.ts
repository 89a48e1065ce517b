import { callChainRequest, PASSED_METHODS } from 'latchkit/protocol';
import { knownCaller } from '../../../platform/http/fairBudget.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import { RPC_CODES } from '../../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../../platform/jsonrpc/RpcError.js';
import { readCalls } from '../../../platform/jsonrpc/readCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { refuseFrozen } from '../../shared/refuseFrozen.js';
import { handle } from '../../shared/walletCalls.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';

/** Methods that the wallet page needs on Solana and EVM, to prepare, simulate and send approved requests. */
const OWN_METHODS = [
  'eth_simulateV1',
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getFeeForMessage',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
];

/** Methods that the wallet page handles; a development node would return its own accounts. */
const ANSWERED_METHODS: readonly string[] = ['eth_accounts'];

const METHODS: ReadonlySet<string> = new Set([
  ...PASSED_METHODS.filter(method => method.startsWith('eth_') && !ANSWERED_METHODS.includes(method)),
  ...OWN_METHODS,
]);

const SENDING_METHODS: readonly string[] = ['eth_sendRawTransaction', 'sendTransaction'];

/** Passes one JSON-RPC call to a chain, for the session of an installation. */
export function rpcCalls(parts: WalletParts, { callChain }: Pick<ProjectAccess, 'callChain'>): CallHandler {
  return handle(callChainRequest, async ({ session, params, context }) => {
    const body = await context.req.text();
    // The wallet may have been frozen after the user approved.
    if (refuseOthers(body).some(({ method }) => SENDING_METHODS.includes(method))) {
      await refuseFrozen(parts.store, parts.store.database, 'users', session.userId);
    }
    const charge = () => parts.allowances.take('rpc', session.installationId, WALLET_ALLOWANCES.chainCalls);
    const payer = knownCaller(session.userId);
    const answer = await callChain(params.chainId, body, context.req.raw.signal, charge, payer);
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
}

/** Returns the call. @throws RpcError 400 for a batch, 403 `METHOD_NOT_ALLOWED`. */
function refuseOthers(body: string): ReturnType<typeof readCalls>['calls'] {
  const { calls, isBatch } = readCalls(body);
  const { invalidRequest, methodNotSupported } = RPC_CODES;
  if (isBatch) throw new RpcError(400, invalidRequest, 'INVALID_RPC_REQUEST', 'Batches are not served here');
  const refused = calls.find(({ method }) => !METHODS.has(method));
  if (!refused) return calls;
  throw new RpcError(403, methodNotSupported, 'METHOD_NOT_ALLOWED', 'The method is not served');
}
