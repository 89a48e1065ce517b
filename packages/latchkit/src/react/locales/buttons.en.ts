/** What the host page's own buttons say: apart from the modal's texts, so that a first chunk carries only these. */
export const buttonsEn = {
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting…',
  'button.reconnecting': 'Reconnecting…',
  'button.loadFailed': 'Couldn’t load. Try again',
  /** Accessible name of the connected button. */
  'button.account': 'Account: {account}',
  'button.accountBalance': 'Account: {balance}, {account}',
  'button.pending': '{account}, payment pending',
  'button.network': 'Network: {network}. Switch network',
  'button.selectNetwork': 'Select network',
  'button.unsupportedNetwork': 'Wrong network',
} as const;
