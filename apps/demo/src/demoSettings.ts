/** One control of the settings panel. */
export interface Setting {
  readonly label: string;
  /** Values and their labels. Without them, the control is a checkbox with the values `on` and `off`. */
  readonly options?: readonly (readonly [value: string, name: string])[];
  /** The value that the page's query selects. */
  readonly read: (search: string) => string;
  /** The page's URL with another value. A default value is omitted. */
  readonly write: (search: string, value: string) => string;
}

/** The features that are built, and the page's appearance. */
export const SETTINGS: readonly Setting[] = [
  choice('Networks', 'adapters', [
    ['evm,solana,bitcoin,polkadot', 'All four'],
    ['evm,solana', 'EVM and Solana'],
    ['evm', 'EVM'],
    ['solana', 'Solana'],
    ['bitcoin', 'Bitcoin'],
    ['polkadot', 'Polkadot'],
    ['none', 'None (basic mode)'],
  ]),
  toggle('WalletConnect', 'walletConnect', true),
  choice('Relays', 'relays', [
    ['both', "Gateway's and network's"],
    ['gateway', "Gateway's"],
  ]),
  toggle('Email', 'email', true),
  choice('Social logins', 'socials', [
    ['google,x,farcaster,discord,apple,github,facebook', 'All but Telegram'],
    ['google,x,farcaster,discord,apple,github,facebook,telegram', 'All'],
    ['google,farcaster', 'Google and Farcaster'],
    ['none', 'None'],
  ]),
  choice('Sign-in', 'siwx', [
    ['off', 'Off'],
    ['optional', 'Optional'],
    ['required', 'Required'],
  ]),
  toggle('Several wallets', 'multiWallet', false),
  toggle('Swap', 'swaps', true),
  toggle('Buy', 'onramp', true),
  toggle('Pay', 'pay', true),
  toggle('Permissions in the wallet list', 'smartSessions', false),
  toggle('Send', 'send', true),
  toggle('Receive', 'receive', true),
  toggle('Activity', 'activity', true),
  toggle('Collapsed wallet list', 'collapse', false),
  toggle('Terms and legal checkbox', 'legal', false),
  toggle('Branding', 'branding', true),
  toggle('Modal in the page', 'embedded', false),
  toggle('Restore connections', 'reconnect', true),
  toggle('Debug', 'debug', false),
  choice('Theme', 'theme', [
    ['auto', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ]),
  choice('Language', 'locale', [
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['ar', 'العربية'],
  ]),
];

function toggle(label: string, parameter: string, isOn: boolean): Setting {
  return {
    label,
    read: search => {
      const value = new URLSearchParams(search).get(parameter);
      return (value === null ? isOn : value !== '0') ? 'on' : 'off';
    },
    write: (search, value) =>
      withParameter(search, parameter, (value === 'on') === isOn ? undefined : isOn ? '0' : '1'),
  };
}

/** A choice whose default is the first option. */
function choice(label: string, parameter: string, options: NonNullable<Setting['options']>): Setting {
  const [[first] = ['']] = options;
  return {
    label,
    options,
    read: search => {
      const value = new URLSearchParams(search).get(parameter) ?? first;
      return options.some(([one]) => one === value) ? value : first;
    },
    write: (search, value) => withParameter(search, parameter, value === first ? undefined : value),
  };
}

function withParameter(search: string, name: string, value: string | undefined): string {
  const parameters = new URLSearchParams(search);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
  const query = parameters.toString().replaceAll('%2C', ',');
  return query === '' ? '/' : `/?${query}`;
}
