/** The words with which wallets, and the libraries in between, say that a visitor refused. Public, from their issues and sources. */
export const REFUSAL_TEXTS: readonly string[] = [
  // MetaMask, and wallets that follow it
  'User rejected the request.',
  'MetaMask Tx Signature: User denied transaction signature.',
  'MetaMask Message Signature: User denied message signature.',
  'User denied account authorization',
  'The user rejected the request.',
  'The user denied message signature.',
  // Rainbow, Frame, SafePal, Trust Wallet, imToken, TokenPocket, OKX, Bitget, Zerion, Coinbase Wallet
  'Request rejected',
  'User declined the request',
  'User declined transaction',
  'declined',
  'Request declined',
  'cancelled by user',
  'Canceled by user',
  'Rejected by user',
  'User rejected',
  'User canceled',
  'User cancelled the request',
  'cancel',
  'Cancelled',
  'User reject this request',
  'User rejects the transaction',
  'User Rejected the Request',
  'User closed modal',
  'The request was rejected by the user',
  'Request was denied.',
  'User has rejected the request',
  // ethers, viem, web3
  'user rejected transaction (action="sendTransaction", reason="rejected", info={}, code=ACTION_REJECTED, version=6.13.0)',
  'User rejected the request.\n\nRequest Arguments:\n  from: 0xabc\n\nVersion: viem@2.0.0',
  'UserRejectedRequestError: User rejected the request.',
  // Ledger, Trezor, Safe
  'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
  'Action cancelled by user',
  'Transaction was rejected',
  'User rejected transaction',
  'Popup closed',
  // WalletConnect
  'User disapproved requested methods',
  'User disapproved requested chains',
  'User rejected methods.',
  'Connection request reset. Please try again.',
  // Solana: Phantom, Solflare, Backpack, Slope
  'WalletSignTransactionError: User rejected the request.',
  'Transaction cancelled',
  'Transaction rejected',
  'Approval Denied',
  'Plugin Closed',
  // Mobile Wallet Adapter: https://github.com/wallet-ui/wallet-ui/issues/520
  '-3/sign request declined',
  'WalletConnectionError: User rejected the request',
  // Polkadot: polkadot-js, Talisman, SubWallet, Nova
  'Rejected',
  'Rejected by the user',
  'User Rejected Request',
  // Bitcoin: UniSat, Xverse, Leather, MetaMask
  'User canceled the confirmation',
  'User canceled the request',
  'User rejected request',
  'Signature request was rejected by user',
];

/** What chains, relays and contracts say with the same words. */
export const FAILURE_TEXTS: readonly string[] = [
  'execution reverted: transfer rejected by policy',
  'Order was cancelled by the user contract',
  'execution reverted: user denied',
  'Transaction rejected: fee too low',
  'The transaction was rejected by the network',
  'transaction underpriced',
  'Connection closed unexpectedly',
  'Request rejected due to exceeded rate limit',
  'replacement transaction cancelled the order of another user',
  'insufficient funds for gas * price + value',
  'The wallet failed.',
  'Unauthorized: origin denied',
  'nonce too low',
  '',
];
