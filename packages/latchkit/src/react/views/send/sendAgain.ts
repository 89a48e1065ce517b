import type { Latchkit, TrackedTransaction } from '../../../core/index.js';
import {
  OUT_OF_GAS,
  replaceView,
  setSendAmount,
  setSendReceiver,
  setSendToken,
} from '../../../internal/index.js';

/** Whether the same payment may land at the next try: it ran out of gas. */
export const canSendAgain = ({ outcome, kind }: TrackedTransaction) =>
  !kind && outcome?.status === 'reverted' && outcome.reason === OUT_OF_GAS;

/** Opens Send with the same payment. The adapter gives the next try a higher limit. */
export function sendAgain(kit: Latchkit, { chainId, token, amount, to, toName }: TrackedTransaction): void {
  const { namespaces, activeNamespace } = kit.store.getState();
  const held = namespaces[activeNamespace]?.tokenBalance ?? [];
  setSendToken(
    kit,
    held.find(one => one.chainId === chainId && one.address?.toLowerCase() === token?.toLowerCase()),
  );
  setSendAmount(kit, amount);
  setSendReceiver(kit, toName ?? to);
  replaceView(kit, { name: 'Send' });
}
