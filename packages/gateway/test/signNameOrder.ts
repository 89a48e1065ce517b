import { evmCoinType, type NameOrder, type NameOrderScope, nameOrderTypedData } from 'latchkit/protocol';
import type { Hex, PrivateKeyAccount, TypedDataDefinition } from 'viem';
import { DEVELOPMENT_PROJECT_ID } from '../src/project/projects/developmentProject.js';

/** The gateway of tests, for which accounts sign. */
export const NAMES_ORIGIN = 'https://gateway.example';

/** An account that orders something about its name. */
export interface NameAuthor {
  readonly address: string;
  sign(typedData: TypedDataDefinition): Promise<Hex>;
}

export const nameAuthor = (account: PrivateKeyAccount): NameAuthor => ({
  address: account.address,
  sign: typedData => account.signTypedData(typedData),
});

/** The body of a call with a signed order. @param scope - Signed in place of the right one. */
export async function signNameOrder(
  { address, sign }: NameAuthor,
  order: NameOrder,
  scope: Partial<NameOrderScope> = {},
  chainId = 1,
) {
  const typedData = nameOrderTypedData(order, {
    gateway: NAMES_ORIGIN,
    chainId,
    account: address,
    project: DEVELOPMENT_PROJECT_ID,
    ...scope,
  });
  const { action, ...content } = order;
  return {
    coin_type: evmCoinType(chainId),
    address,
    message: JSON.stringify(action === 'register' ? content : order),
    signature: await sign(typedData as unknown as TypedDataDefinition),
  };
}
