/** How a chain logs the movements of its native currency. */
export interface NativeLogs {
  /** Emits `Transfer(address,address,uint256)` for each movement. In lower case. */
  readonly address: string;
  /** What moves to this account and from it is fees. In lower case. Default: no fee is logged. */
  readonly feeAccount?: string;
}

/** Of EIP-7708. No contract can be at this address. */
const SYSTEM: NativeLogs = { address: '0xfffffffffffffffffffffffffffffffffffffffe' };

/** By CAIP-2 id. A chain that will have such logs may be listed before: it has none until then. */
const NATIVE_LOGS: Readonly<Partial<Record<string, NativeLogs>>> = {
  'eip155:1': SYSTEM,
  'eip155:11155111': SYSTEM,
  // ZKsync Era's base token, and its bootloader, which collects the fees.
  'eip155:324': {
    address: '0x000000000000000000000000000000000000800a',
    feeAccount: '0x0000000000000000000000000000000000008001',
  },
};

/** How a chain logs the movements of its native currency; undefined: it does not. */
export function nativeLogsOf(chainId: string): NativeLogs | undefined {
  return Object.hasOwn(NATIVE_LOGS, chainId) ? NATIVE_LOGS[chainId] : undefined;
}
