import type { ChainNamespace } from '../../protocol/caip.js';

/** Id of the embedded wallet's connector, the same in every namespace. */
export const AUTH_ID = 'AUTH';

/** Namespaces in which the embedded wallet has accounts. */
export const AUTH_NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana'];
