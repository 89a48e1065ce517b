/** Methods that a wallet answers without a prompt. */
const QUIET: readonly string[] = ['wallet_getCapabilities', 'wallet_getCallsStatus', 'getAccountAddresses'];

/** Whether a wallet answers a request without showing it. */
export function isQuiet(method: string): boolean {
  return QUIET.includes(method);
}
