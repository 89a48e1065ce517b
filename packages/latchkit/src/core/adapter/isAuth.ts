import type { Connector } from './Connector.js';

/**
 * Whether a connector is the embedded wallet's, in one or several namespaces. Wallet lists leave it out, because users log in
 * instead.
 */
export function isAuth(connector: Connector): boolean {
  return (connector.connectors?.[0] ?? connector).type === 'AUTH';
}
