/** Registering an account name. */
export const names = {
  'name.title': 'Choose a name',
  'name.hero': 'A name people can use',
  'name.heroText': 'Share this instead of your address. It’s free.',
  'name.label': 'Name',
  'name.length': 'At least 4 characters',
  'name.characters': 'Use letters, digits and hyphens only',
  'name.checking': 'Checking the name',
  'name.available': '{name} is available',
  'name.unavailable': '{name} isn’t available. Pick one below or try another.',
  'name.suggestions': 'Available names',
  'name.suggestionsFailed': 'Error fetching name suggestions',
  'name.register': 'Claim name',
  'name.registerFailed': 'Error registering name {name}',
  'name.successTitle': 'Name',
  'name.successText': 'It’s yours. Anyone can now send to you by this name.',
  'name.done': 'Done',
} as const;
