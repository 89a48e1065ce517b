/** The account. */
export const account = {
  'account.title': 'Account',
  'account.balance': 'Balance',
  'account.balanceLoading': 'Loading your balance',
  'account.onNetwork': 'On {network}',
  'account.actions': 'Actions',
  'account.receive': 'Receive',
  'account.network': 'Network: {network}. Switch network',
  'account.networkUnsupported': 'Unsupported network: {network}. Switch network',
  'account.explorer': 'View on {explorer}',
  'account.explorerPlain': 'View on the block explorer',
  'account.tokens': 'Tokens',
  'account.tokensLoading': 'Loading your tokens',
  'account.tokensEmpty': 'No tokens on {network} yet',
  'account.tokensEmptyText': 'Tokens that arrive at your address show here.',
  'account.tokensError': 'Couldn’t load your tokens. They aren’t affected.',
  'account.tokensWait': 'Still unavailable. Try again in half a minute.',
} as const;
