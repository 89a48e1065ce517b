export type { HistoryPage } from '../core/activity/readHistoryPage.js';
export type { NativeBalance } from '../core/balances/readGatewayBalance.js';
export type { FeeRates } from '../protocol/gateway/bitcoin.js';
export type {
  BitcoinActions,
  BitcoinAdapter,
  InputToSign,
  MessageFormat,
  SignedMessage,
  SignedPsbt,
} from './BitcoinActions.js';
export { bitcoin } from './bitcoin.js';
export { type BroadcastTransactionOptions, broadcastTransaction } from './broadcastTransaction.js';
export { type GetBalanceOptions, getBalance } from './getBalance.js';
export { getFeeRates } from './getFeeRates.js';
export { type GetHistoryOptions, getHistory } from './getHistory.js';
export { type SendTransferOptions, sendTransfer } from './sendTransfer.js';
export { type SignMessageOptions, signMessage } from './signMessage.js';
export { type SignPsbtOptions, signPsbt } from './signPsbt.js';
