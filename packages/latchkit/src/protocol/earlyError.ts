import { BaseError, type BaseErrorOptions } from './BaseError.js';

/** The messages of the error catalogue that the entry chunk needs; few, to keep it small. */
export const EARLY_MESSAGES = {
  CAIP_NETWORK_UNDEFINED: 'CaipNetwork is undefined',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  CLIENTS_NOT_SET: 'ConnectionControllerClient and NetworkControllerClient must be set',
  FAILED_TO_CONNECT: 'Failed to connect',
  PROVIDER_NOT_FOUND: 'Provider not found.',
  REQUEST_FAILED: 'Request failed',
  DESTROYED: 'This Latchkit instance was destroyed',
  SIWE_AND_SIWX: 'Set siweConfig or siwx, not both',
} as const;

/** Creates an error of {@link EARLY_MESSAGES}. */
export function earlyError(code: keyof typeof EARLY_MESSAGES, options?: BaseErrorOptions): BaseError {
  return new BaseError(code, EARLY_MESSAGES[code], options);
}

/** A network of a namespace without an adapter was added or removed. */
export class AdapterForNamespaceError extends BaseError {
  constructor(namespace: string) {
    super('ADAPTER_FOR_NAMESPACE_NOT_FOUND', `Adapter for namespace ${namespace} doesn't exist`, {
      context: { namespace },
      details: `Pass an adapter for ${namespace} to createLatchkit({ adapters }).`,
    });
  }
}
