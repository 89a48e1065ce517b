/** Whether `text` is an EVM address: 40 hex characters with optional 0x. Does not verify the checksum (EIP-55). */
export function isEvmAddress(text: string): boolean {
  return /^(0x)?[0-9a-fA-F]{40}$/.test(text);
}
