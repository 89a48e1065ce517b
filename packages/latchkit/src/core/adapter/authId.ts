import type { ChainNamespace } from '../../protocol/caip.js';

/** Id of the embedded wallet's connector, the same in every namespace. */
export const AUTH_ID = 'AUTH';

/** Kinds of chains that the embedded wallet has accounts on [PERM-02]. */
export const AUTH_NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana'];
