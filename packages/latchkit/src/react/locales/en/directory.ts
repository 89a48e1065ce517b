/** All wallets. */
export const directory = {
  'action.clearSearch': 'Clear search',
  'directory.search': 'Search wallets',
  'directory.list': 'Wallets',
  'directory.certifiedOnly': 'Certified only',
  'directory.loading': 'Loading wallets',
  'directory.results': { one: '{count} wallet', other: '{count} wallets' },
  'directory.none': 'No wallet matches “{query}”',
  'directory.noneText': 'Check the spelling, or clear the search.',
  'directory.noneCertified': 'No certified wallet matches “{query}”',
  'directory.noneCertifiedText': 'Check the spelling, or include wallets that aren’t certified yet.',
  'directory.showAll': 'Show all results',
  'directory.empty': 'No wallets to show',
  'directory.emptyText': 'None of the listed wallets fits this site.',
  'directory.errorTitle': 'Couldn’t load the wallets',
  'directory.errorText': 'Check your connection, then try again.',
  'directory.moreError': 'Couldn’t load more wallets.',
} as const;
