import type { AccountCall } from 'latchkit/protocol';
import { encodeFunctionData, type Hex, parseAbi, toEventSelector } from 'viem';
import * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';
import type { RpcService } from '../chains/service.js';

const abi = parseAbi(['function allowance(address owner, address spender) view returns (uint256)']);
const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
]);
/** Permit2, at the same address on every chain that has it. */
const PERMIT2: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** Events that say that tokens leave an account, or may, and which of their topics is the account. */
const LEAVING: Readonly<Record<string, number>> = {
  // ERC-20 and ERC-721
  [toEventSelector('Transfer(address,address,uint256)')]: 1,
  [toEventSelector('Approval(address,address,uint256)')]: 1,
  [toEventSelector('ApprovalForAll(address,address,bool)')]: 1,
  // ERC-1155
  [toEventSelector('TransferSingle(address,address,address,uint256,uint256)')]: 2,
  [toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')]: 2,
  // ERC-777
  [toEventSelector('Sent(address,address,address,uint256,bytes,bytes)')]: 2,
  [toEventSelector('AuthorizedOperator(address,address)')]: 2,
};

const blocks = z.tuple([
  z.object({
    calls: z.array(
      z.object({
        status: z.string(),
        returnData: z.string().regex(/^0x(?:[0-9a-f]{2})*$/i),
        logs: z.array(z.object({ topics: z.array(z.string()) })).default([]),
      }),
    ),
  }),
]);

interface Called {
  readonly account: string;
  readonly target: string;
  /** The operator's list of tokens of the chain. */
  readonly tokens: readonly { readonly address: string }[];
  /** What the account would call; of a grant, nothing yet. */
  readonly calls: readonly AccountCall[];
}

/**
 * Refuses calls of a permission to call a function if they could take tokens of the account: the contract may take a listed token, itself
 * or through Permit2, or the calls, tried out, fail, or move or approve any token of the account. A function's name proves nothing.
 *
 * @throws HttpError 403 `USER_OPERATION_REFUSED`; 503 `SPONSORSHIP_UNAVAILABLE` if the node cannot try them out (`eth_simulateV1`).
 */
export async function requireOwnTokens(
  rpc: Pick<RpcService, 'call'>,
  chainId: string,
  { account, target, tokens, calls }: Called,
  gone: AbortSignal,
): Promise<void> {
  const [owner, spender] = [account as Hex, target as Hex];
  const allowances = tokens.flatMap(({ address }) => [
    { to: address, data: encodeFunctionData({ abi, functionName: 'allowance', args: [owner, spender] }) },
    {
      to: PERMIT2,
      data: encodeFunctionData({
        ...{ abi: permit2Abi, functionName: 'allowance' },
        args: [owner, address as Hex, spender],
      }),
    },
  ]);
  const made = calls.map(({ to, value, data }) => ({
    from: owner,
    to,
    value: `0x${value.toString(16)}`,
    data,
  }));
  const asked = [{ blockStateCalls: [{ calls: [...allowances, ...made] }] }, 'latest'];
  const found = await rpc.call(chainId, 'eth_simulateV1', asked, gone).catch(() => undefined);
  const read = blocks.safeParse(found);
  if (!read.success || read.data[0].calls.length !== allowances.length + made.length)
    throw new HttpError(503, 'SPONSORSHIP_UNAVAILABLE', 'The node cannot try out what the permission calls');
  const results = read.data[0].calls;
  // What fails now says nothing about what it does later, and the signed operation could be kept until then.
  if (results.slice(allowances.length).some(({ status }) => BigInt(status) !== 1n))
    throw new HttpError(403, 'USER_OPERATION_REFUSED', 'What the permission calls would fail');
  // A token that answers nothing has no allowances.
  const isTrusted = results
    .slice(0, allowances.length)
    .some(({ status, returnData }) => BigInt(status) === 1n && /[1-9a-f]/i.test(returnData.slice(2, 66)));
  const word = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
  const isLeaving = results
    .flatMap(({ logs }) => logs)
    .some(
      ({ topics: [event = '', ...others] }) =>
        others[(LEAVING[event.toLowerCase()] ?? 0) - 1]?.toLowerCase() === word,
    );
  if (isTrusted || isLeaving)
    throw new HttpError(
      403,
      'USER_OPERATION_REFUSED',
      'What the permission calls could take tokens of the account',
    );
}
