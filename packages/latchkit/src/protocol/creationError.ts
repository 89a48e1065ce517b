import { BaseError, type BaseErrorOptions } from './BaseError.js';

/**
 * The part of the error catalogue that creating and ending an instance can raise. It stands apart from the rest because a
 * host's first chunk carries it.
 */
export const CREATION_MESSAGES = {
  CAIP_NETWORK_UNDEFINED: 'CaipNetwork is undefined',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  CLIENTS_NOT_SET: 'ConnectionControllerClient and NetworkControllerClient must be set',
  DESTROYED: 'This Latchkit instance was destroyed',
  SIWE_AND_SIWX: 'Set siweConfig or siwx, not both',
} as const;

/** Makes an error of the catalogue that creating or ending an instance raises. */
export function creationError(code: keyof typeof CREATION_MESSAGES, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, CREATION_MESSAGES[code], options);
}

/** A network of a namespace without an adapter was added or removed [ERR-49]. */
export class AdapterForNamespaceError extends BaseError {
  constructor(namespace: string) {
    super('ADAPTER_FOR_NAMESPACE_NOT_FOUND', `Adapter for namespace ${namespace} doesn't exist`, {
      context: { namespace },
      details: `Pass an adapter for ${namespace} to createLatchkit({ adapters }).`,
    });
  }
}
