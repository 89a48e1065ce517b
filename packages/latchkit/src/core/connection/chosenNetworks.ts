import type { ChainNamespace } from '../../protocol/caip.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

const slot = /* @__PURE__ */ instanceSlot<readonly ChainNamespace[]>('chosenNetworks');

/** Notes that the host or the visitor chose the network of a namespace. */
export function noteChosenNetwork(kit: Latchkit, namespace: ChainNamespace): void {
  slot.set(kit, [...(slot.get(kit) ?? []), namespace]);
}

/** Whether the network of a namespace was chosen since the page loaded; else it comes from an earlier visit or the options. */
export function isNetworkChosen(kit: Latchkit, namespace: ChainNamespace): boolean {
  return slot.get(kit)?.includes(namespace) === true;
}
