import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { base58 } from '@scure/base';
import { walletProofText } from 'latchkit/protocol';
import type { KeyProofs } from './Keyring.js';
import { signMessage } from './signRequest.js';
import type { WalletKeys } from './walletKeys.js';

/** Signs with all keys of a wallet that this installation has opened it. */
export function proveKeys({ evm, owner, solana }: WalletKeys, walletId: string, jkt: string): KeyProofs {
  const bytes = utf8ToBytes(walletProofText(walletId, jkt));
  const payload = `0x${bytesToHex(bytes)}` as const;
  return {
    evm: signMessage(payload, evm),
    owner: signMessage(payload, owner),
    solana: base58.encode(ed25519.sign(bytes, solana)),
  };
}
