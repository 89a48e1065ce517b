import { AUTH_ID } from '../../core/adapter/Connector.js';
import { BaseError } from '../../protocol/BaseError.js';
import type { FlowContext } from './FlowContext.js';

/** @throws NOT_CONNECTED_TO_AUTH when another wallet, or none, is connected. */
export function assertConnected({ kit }: Pick<FlowContext, 'kit'>): void {
  const { namespaces, activeNamespace } = kit.store.getState();
  const { connection } = namespaces[activeNamespace] ?? {};
  if (connection?.status === 'connected' && connection.connectorId === AUTH_ID) return;
  throw new BaseError('NOT_CONNECTED_TO_AUTH', 'Not connected to email or social');
}
