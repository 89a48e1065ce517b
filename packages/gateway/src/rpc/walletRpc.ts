import { Hono } from 'hono';
import { PASSED_METHODS } from 'latchkit/protocol';
import { sessionFor } from '../auth/routes.js';
import type { CallerVariables, ProveCaller } from '../dpop/caller.js';
import { WALLET_ALLOWANCES } from '../embedded/walletLimits.js';
import type { WalletParts } from '../embedded/walletParts.js';
import { RPC_CODES } from './jsonRpc.js';
import { RpcError } from './RpcError.js';
import { readCalls } from './readCalls.js';
import type { RpcService } from './service.js';

/** Where the wallet page asks chains; the chain's CAIP-2 id follows. */
export const WALLET_RPC_PATH = '/v1/rpc/';

/** What the wallet page asks of Solana, and of EVM chains for itself: to prepare, simulate and send what was approved. */
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
  'getTokenSupply',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
];

/** What the wallet page answers itself. A development node would say its own accounts. */
const ANSWERED_METHODS: readonly string[] = ['eth_accounts'];

const METHODS: ReadonlySet<string> = new Set([
  ...PASSED_METHODS.filter(method => method.startsWith('eth_') && !ANSWERED_METHODS.includes(method)),
  ...OWN_METHODS,
]);

/** `POST /v1/rpc/{chainId}`: one call of JSON-RPC to a chain, for the session of an installation. */
export function walletRpc(
  parts: WalletParts,
  prove: ProveCaller,
  chains: Pick<RpcService, 'forward'>,
): Hono<CallerVariables> {
  return new Hono<CallerVariables>().post(`${WALLET_RPC_PATH}:chainId`, prove(), async context => {
    const { installationId } = await sessionFor(parts, context);
    const body = await context.req.text();
    refuseOthers(body);
    const charge = () => parts.allowances.take('rpc', installationId, WALLET_ALLOWANCES.chainCalls);
    const { signal } = context.req.raw;
    const answer = await chains.forward(context.req.param('chainId'), body, signal, charge);
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
}

/** @throws RpcError 400 for a batch, 403 `METHOD_NOT_ALLOWED`. */
function refuseOthers(body: string): void {
  const { calls, isBatch } = readCalls(body);
  const { invalidRequest, methodNotSupported } = RPC_CODES;
  if (isBatch) throw new RpcError(400, invalidRequest, 'INVALID_RPC_REQUEST', 'Batches are not served here');
  const refused = calls.find(({ method }) => !METHODS.has(method));
  if (!refused) return;
  throw new RpcError(403, methodNotSupported, 'METHOD_NOT_ALLOWED', 'The method is not served');
}
