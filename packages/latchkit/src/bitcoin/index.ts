export type {
  BitcoinActions,
  BitcoinAdapter,
  InputToSign,
  MessageFormat,
  SignedMessage,
  SignedPsbt,
} from './BitcoinActions.js';
export { bitcoin } from './bitcoin.js';
export { type SendTransferOptions, sendTransfer } from './sendTransfer.js';
export { type SignMessageOptions, signMessage } from './signMessage.js';
export { type SignPsbtOptions, signPsbt } from './signPsbt.js';
