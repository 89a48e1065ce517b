import type { FrameMessage } from '../../protocol/frame/frameMessages.js';
import type { FrameUser } from '../../protocol/frame/frameUser.js';

/** Whether a message's result can be that of the operation that deployed the user's smart account. */
export function mayDeploy(
  user: FrameUser | undefined,
  type: FrameMessage,
  payload: unknown,
  result: unknown,
): boolean {
  if (type !== 'RPC_REQUEST' || user?.smartAccountDeployed !== false || !isSmart(user)) return false;
  const { method } = payload as { readonly method: string };
  if (method === 'eth_sendTransaction') return true;
  return (
    method === 'wallet_getCallsStatus' && (result as { readonly status?: unknown } | null)?.status === 200
  );
}

/** Whether the user's account on the network is a smart account. */
export function isSmart({ accounts }: FrameUser): boolean {
  return accounts.find(({ namespace }) => namespace === 'eip155')?.type === 'smartAccount';
}
