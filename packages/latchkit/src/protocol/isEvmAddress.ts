/** Whether `text` is an EVM address: 40 hex characters with optional 0x [VAL-07]. Checksums (EIP-55) are not looked at. */
export function isEvmAddress(text: string): boolean {
  return /^(0x)?[0-9a-fA-F]{40}$/.test(text);
}
