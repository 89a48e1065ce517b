import type { SignInConfig } from '../core/index.js';
import { createError } from '../protocol/errors.js';
import { isStatement } from '../protocol/siwx/isStatement.js';
import type { SiwxOptions } from './SiwxOptions.js';

/**
 * Sign-in with a wallet (ERC-4361 on EVM, CAIP-122 elsewhere), for `createLatchkit({ siwx })`. The instance's gateway
 * verifies sessions and signs a token for the host's own server; `storage` replaces the gateway with a server of the
 * host.
 *
 * @throws INVALID_SIWX_MESSAGE for a statement that a message cannot contain.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 *
 * @example
 * const kit = createLatchkit({ gateway, projectId, networks: [mainnet], adapters: [evm()], siwx: createSiwx({ required: false }) });
 */
export function createSiwx(options: SiwxOptions = {}): SignInConfig {
  const { statement, required = true } = options;
  if (statement !== undefined && !isStatement(statement)) {
    throw createError('INVALID_SIWX_MESSAGE', {
      details:
        'statement must be one line of plain letters, digits, spaces and the punctuation of addresses.',
    });
  }
  return {
    required,
    missing: ({ gateway, projectId }) =>
      options.storage || (gateway && projectId)
        ? undefined
        : 'Nothing verifies sign-ins. Pass gateway and projectId to createLatchkit, or storage to createSiwx().',
    // Loaded with the first connection, so that the page's first chunk contains none of it.
    attach: async context => (await import('./attachSiwx.js')).attachSiwx(options, context),
  };
}
