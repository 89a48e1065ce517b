import type { AccountReference, ChainAdapter } from '../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../core/adapter/Network.js';

/** `bip322`: BIP-322, simple. `ecdsa`: a recoverable signature of 65 bytes (BIP-137). */
export type MessageFormat = 'bip322' | 'ecdsa';

/** A signed text, in the same form whatever wallet signed it. */
export interface SignedMessage {
  /** Base64. */
  readonly signature: string;
  /** The format that the wallet signed in, read from the signature itself. */
  readonly format: MessageFormat;
  /** The account that signed. */
  readonly address: string;
}

/** An input of a PSBT that an account signs. */
export interface InputToSign {
  readonly index: number;
  readonly address: string;
}

/** A partly signed transaction (BIP-174). */
export interface SignedPsbt {
  /** Base64. */
  readonly psbt: string;
  /** Indexes of the inputs that the wallet signed. */
  readonly signed: readonly number[];
  /** Whether those inputs are finalised. */
  readonly isFinal: boolean;
}

/** What the adapter can do besides the contract of all adapters. */
export interface BitcoinActions {
  signText(
    request: AccountReference & {
      readonly message: string;
      readonly format: MessageFormat;
      readonly network: CaipNetwork;
    },
  ): Promise<SignedMessage>;
  signPsbt(
    request: AccountReference & {
      readonly psbt: string;
      readonly inputs: readonly InputToSign[] | undefined;
      readonly finalize: boolean;
      readonly network: CaipNetwork;
    },
  ): Promise<SignedPsbt>;
  sendTransfer(
    request: AccountReference & {
      readonly to: string;
      readonly amount: bigint;
      readonly memo: string | undefined;
      readonly feeRate: number | undefined;
      readonly network: CaipNetwork;
    },
  ): Promise<string>;
}

/** The adapter for Bitcoin. */
export type BitcoinAdapter = ChainAdapter<'bip122'> & BitcoinActions;
