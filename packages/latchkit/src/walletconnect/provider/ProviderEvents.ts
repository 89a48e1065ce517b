import type { RelayStatus } from '../relay/RelayStatus.js';
import type { ProviderRpcError } from '../session/ProviderRpcError.js';
import type { Session } from '../session/Session.js';

/** What a universal provider tells. */
export interface ProviderEvents {
  /** A link to show as a QR code, or to follow. */
  display_uri: string;
  /** There is a session: approved now, or restored. */
  connect: { readonly session: Session };
  /** The session ended: here, by the wallet, by expiry. The error is EIP-1193's 4900 [STATE-33] [STATE-34]. */
  disconnect: ProviderRpcError;
  /** The addresses on the namespace's current chain changed. */
  accountsChanged: { readonly namespace: string; readonly addresses: readonly string[] };
  /** The namespace's current chain changed. CAIP-2. */
  chainChanged: { readonly namespace: string; readonly chainId: string };
  /** Any other event of the wallet. */
  message: { readonly chainId: string; readonly name: string; readonly data: unknown };
  /** How a request to the wallet stands; `sent`: the relay has it, from here on the wallet gets it. */
  request: {
    readonly id: number;
    readonly method: string;
    readonly chainId: string;
    readonly state: 'sending' | 'sent' | 'settled';
    /** Rejects the request with EIP-1193's 4001. The wallet isn't told; its answer is ignored. */
    readonly cancel: () => void;
    /** Of one that was `sent`: hands it to the relay again, under the same id; a wallet that has it ignores it. */
    readonly resend?: (() => Promise<void>) | undefined;
  };
  relay_status: RelayStatus;
}
