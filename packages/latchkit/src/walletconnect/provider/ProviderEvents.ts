import type { RelayStatus } from '../relay/RelayStatus.js';
import type { ProviderRpcError } from '../session/ProviderRpcError.js';
import type { Session } from '../session/Session.js';

/** Events of a universal provider. */
export interface ProviderEvents {
  /** A link to show as a QR code, or to follow. */
  display_uri: string;
  /** A session exists: just approved, or restored. */
  connect: { readonly session: Session };
  /** The session ended: here, by the wallet, or by expiry. The error is EIP-1193's 4900. */
  disconnect: ProviderRpcError;
  /** The addresses on the namespace's current chain changed. */
  accountsChanged: { readonly namespace: string; readonly addresses: readonly string[] };
  /** The namespace's current chain changed. CAIP-2. */
  chainChanged: { readonly namespace: string; readonly chainId: string };
  /** Any other event of the wallet. */
  message: { readonly chainId: string; readonly name: string; readonly data: unknown };
  /** Progress of a request to the wallet; `sent`: the relay has stored it for the wallet. */
  request: {
    readonly id: number;
    readonly method: string;
    readonly chainId: string;
    readonly state: 'sending' | 'sent' | 'settled';
    /** Rejects the request with EIP-1193's 4001. The wallet isn't told; its response is ignored. */
    readonly cancel: () => void;
    /** Set once `sent`: sends the request to the relay again under the same id; a wallet that has it ignores it. */
    readonly resend?: (() => Promise<void>) | undefined;
  };
  relay_status: RelayStatus;
}
