import { BaseError } from './BaseError.js';

/** A network of a namespace without an adapter was added or removed. */
export class AdapterForNamespaceError extends BaseError {
  constructor(namespace: string) {
    super('ADAPTER_FOR_NAMESPACE_NOT_FOUND', `Adapter for namespace ${namespace} doesn't exist`, {
      context: { namespace },
      details: `Pass an adapter for ${namespace} to createLatchkit({ adapters }).`,
    });
  }
}
