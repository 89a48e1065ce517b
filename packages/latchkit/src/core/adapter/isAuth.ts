import type { Connector } from './Connector.js';

/** Whether a connector is the embedded wallet's, of one namespace or of several: one signs in, and picks it from no list. */
export function isAuth(connector: Connector): boolean {
  return (connector.connectors?.[0] ?? connector).type === 'AUTH';
}
