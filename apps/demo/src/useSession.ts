import type { Latchkit, PermissionGrant } from 'latchkit';
import { createSessionSigner, type SessionCall } from 'latchkit/evm';
import { privateKeyToAccount } from 'viem/accounts';

/** The use of a permission with a session key. */
export interface SessionUse {
  readonly grant: Pick<PermissionGrant, 'context' | 'chainId' | 'from'>;
  readonly privateKey: `0x${string}`;
  readonly calls: readonly (Omit<SessionCall, 'value'> & { readonly value?: string })[];
}

/** Makes calls within a permission. Returns the hash of the transaction. */
export async function useSession(kit: Latchkit, { grant, privateKey, calls }: SessionUse): Promise<string> {
  const signer = createSessionSigner(kit, { grant, key: privateKeyToAccount(privateKey) });
  const { transactionHash } = await signer.sendCalls(
    calls.map(({ value = '0', ...call }) => ({ ...call, value: BigInt(value) })),
  );
  return transactionHash;
}
