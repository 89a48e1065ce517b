/**
 * Whether a read failed because the gateway has no node of the network. It answers so over JSON-RPC (CHAIN_NOT_CONFIGURED), which the
 * chains' libraries keep as `data` of a cause; balances that it serves itself are then not supported (CHAIN_NOT_SUPPORTED).
 */
export function lacksNode(error: unknown): boolean {
  let cause: unknown = error;
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    const { code, data } = cause as { code?: unknown; data?: unknown };
    if (code === 'CHAIN_NOT_SUPPORTED' || codeOf(data) === 'CHAIN_NOT_CONFIGURED') return true;
    cause = cause.cause;
  }
  return false;
}

const codeOf = (data: unknown) => (data as { code?: unknown } | null | undefined)?.code;
