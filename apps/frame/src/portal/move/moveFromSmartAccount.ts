import {
  type AccountCall,
  accountShapeOf,
  encodeAccountCalls,
  gasLimitOf,
  lookUpUserOperation,
  SMART_ACCOUNT_V1,
  signableOperation,
  smartAccountAddress,
  type UserOperationOutcome,
} from 'latchkit/protocol';
import {
  type OperationContext,
  type PreparedOperation,
  prepareGivenOperation,
  prepareOperation,
} from '../../prepare/prepareOperation.js';
import { createOperationServers, sentOf } from '../../smartAccount/createOperationServers.js';
import { heldOf, transferOf } from './erc20.js';
import type { Chain, Holding, MoveOutcome, MoveParties } from './moveAsset.js';

/** Sends all of a holding of the smart account with a user operation, whose fee the account pays. */
export async function moveFromSmartAccount(
  { chainId, token }: Holding,
  { portal, walletId, from: { owner }, to: next, signal }: MoveParties,
  { reader, ask, sign, settled }: Chain,
): Promise<MoveOutcome> {
  const [from, to] = [smartAccountAddress(owner), smartAccountAddress(next.owner)];
  const { walletService, account } = portal;
  const servers = createOperationServers({
    ...{ walletService, withAccess: account.withAccess, reader, walletId },
  });
  const context: OperationContext = {
    ...{ id: crypto.randomUUID(), payload: { chainId }, reader, signal },
    signer: { evm: from, smartAccount: { owner } },
    operations: {
      servers,
      askPaymaster: () => Promise.reject(new Error('The portal has no project that pays')),
      // With an operation still open, this one has the same nonce, so the chain takes one of them.
      idle: async () => {},
    },
  };
  const [held, coins, deposit] = await Promise.all([
    heldOf(from, token, ask),
    heldOf(from, null, ask),
    heldOf(from, SMART_ACCOUNT_V1.entryPoint, ask),
  ]);
  if (held === 0n) return 'moved';
  const prepared =
    token === null
      ? await prepareCoins(context, { to, coins, deposit })
      : await prepareOperation(context, [{ to: token as Address, value: 0n, data: transferOf(to, held) }]);
  if (prepared === undefined || feeOf(prepared) > coins + deposit) return 'fee';
  if (prepared.warnings.length > 0) return 'failed';
  const signature = await sign('userOperation', from, prepared.signing.payload);
  let look = async (): Promise<UserOperationOutcome | undefined> => undefined;
  await prepared.send(signature, sent => {
    look = () => lookUpUserOperation(sentOf(sent), servers(chainId, signal));
  });
  const outcome = await settled(() => look());
  if (outcome === undefined) return 'pending';
  if (outcome.status !== 'included' || !outcome.success) return 'failed';
  // Old tokens return false instead of reverting, and move nothing.
  return token !== null && (await heldOf(from, token, ask)) >= held ? 'failed' : 'moved';
}

type Address = AccountCall['to'];

/** Prepares the transfer of everything but the fee. Undefined: there is no more than that. */
async function prepareCoins(
  context: OperationContext,
  { to, coins, deposit }: { readonly to: Address; readonly coins: bigint; readonly deposit: bigint },
): Promise<PreparedOperation | undefined> {
  const call = (value: bigint): AccountCall => ({ to, value, data: '0x' });
  // The fee is not known yet, so half of it is estimated.
  const half = await prepareOperation(context, [call(coins / 2n)]);
  const fee = feeOf(half);
  const value = fee > deposit ? coins + deposit - fee : coins;
  if (value <= 0n) return undefined;
  if (half.warnings.length > 0) return half;
  const { operation } = signableOf(half);
  return prepareGivenOperation(context, {
    ...operation,
    callData: encodeAccountCalls([call(value)], accountShapeOf(operation.callData)),
  });
}

/** The maximum fee, in wei. The account pays it from its deposit at the entry point first. */
function feeOf(prepared: PreparedOperation): bigint {
  const { operation } = signableOf(prepared);
  return gasLimitOf(operation) * BigInt(operation.maxFeePerGas);
}

const signableOf = ({ signing }: PreparedOperation) => signableOperation.parse(JSON.parse(signing.payload));
