/** Families of methods that steer a node or use its keys: never for the public, whatever the operator's node offers. */
const STEERING = /^(admin|anvil|clique|engine|evm|hardhat|miner|parity|personal)_/;

const NODE_KEYS = new Set(['eth_accounts', 'eth_sendTransaction', 'eth_sign', 'eth_signTransaction']);

/** Whether the public may call the method: reads, and sending what a visitor's own wallet has signed. */
export function isPublicMethod(method: string): boolean {
  return !STEERING.test(method) && !NODE_KEYS.has(method) && !method.startsWith('eth_signTypedData');
}
