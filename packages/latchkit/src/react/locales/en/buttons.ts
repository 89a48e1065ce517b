/** English texts of the host buttons, separate from the modal's texts to keep the entry chunk small. */
export const buttonsEn = {
  'button.connect': 'Connect wallet',
  'button.logIn': 'Log in',
  'button.connecting': 'Connecting…',
  'button.reconnecting': 'Reconnecting…',
  'button.loadFailed': 'Couldn’t load. Reload the page',
  'button.offline': 'You’re offline. Try again',
  /** Accessible name of the connected button. */
  'button.account': 'Account: {account}',
  'button.accountBalance': 'Account: {balance}, {account}',
  'button.pending': '{account}, payment pending',
  'button.network': 'Network: {network}. Switch network',
  'button.selectNetwork': 'Select network',
  'button.unsupportedNetwork': 'Wrong network',
} as const;
