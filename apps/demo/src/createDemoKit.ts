import { createLatchkit, type Features, type Latchkit, type SocialProvider } from 'latchkit';
import { bitcoin } from 'latchkit/bitcoin';
import { embeddedWallet } from 'latchkit/embedded';
import { evm } from 'latchkit/evm';
import { polkadot } from 'latchkit/polkadot';
import { createSiwx } from 'latchkit/siwx';
import { solana } from 'latchkit/solana';
import { walletConnect } from 'latchkit/walletconnect';
import type { DemoAddresses } from './demoAddresses.js';
import { demoNetworks } from './demoNetworks.js';
import type { DemoParameters } from './demoParameters.js';
import { DEVELOPMENT_PROJECT, relayOf } from './developmentProject.js';

/** Creates the page's Latchkit instance from the URL parameters. */
export function createDemoKit(parameters: DemoParameters, addresses: DemoAddresses): Latchkit {
  const networks = demoNetworks(addresses, parameters);
  return createLatchkit({
    projectId: parameters.project ? DEVELOPMENT_PROJECT : undefined,
    gateway: parameters.gateway ? addresses.gateway : undefined,
    networks,
    defaultNetwork: networks[0].caipNetworkId,
    adapters: [
      ...(parameters.adapters.includes('evm') ? [evm()] : []),
      ...(parameters.adapters.includes('solana') ? [solana()] : []),
      ...(parameters.adapters.includes('bitcoin') ? [bitcoin()] : []),
      ...(parameters.adapters.includes('polkadot') ? [polkadot()] : []),
    ],
    metadata: {
      name: 'Meridian',
      description: 'Pay people on every network.',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
    walletConnect:
      parameters.walletConnect && parameters.gateway ? demoRelays(parameters, addresses) : undefined,
    // Email login; `email=0` turns it off.
    embeddedWallet: parameters.gateway ? embeddedWallet({ wallet: addresses.wallet }) : undefined,
    siwx: demoSignIn(parameters),
    features: demoFeatures(parameters),
    wallets: {
      featured: parameters.featured,
      custom: parameters.custom.map(name => ({ id: `custom-${name}`, name })),
    },
    basic: parameters.basic,
    reconnect: parameters.reconnect,
    themeMode: parameters.theme,
    themeVariables: parameters.accent ? { '--lk-accent': parameters.accent } : undefined,
    locale: parameters.locale,
    debug: parameters.debug,
    modal: {
      mode: parameters.embedded ? 'inline' : 'dialog',
      append: parameters.append,
      termsUrl: parameters.legal ? `${location.origin}/#terms` : undefined,
      privacyUrl: parameters.legal ? `${location.origin}/#privacy` : undefined,
    },
  });
}

/** The gateway names the network's relay, unless the page uses only the gateway's. */
function demoRelays({ relays }: DemoParameters, { gateway }: DemoAddresses) {
  return walletConnect(relays === 'gateway' ? { relayUrl: relayOf(gateway) } : {});
}

function demoSignIn({ siwx, session }: DemoParameters) {
  if (!siwx) return undefined;
  return createSiwx({
    required: siwx === 'required',
    statement: 'Sign in to Meridian.',
    ...(session === undefined ? {} : { expiresIn: session * 1_000 }),
  });
}

/** Only the features that the query names; the project and the defaults decide the rest. */
function demoFeatures(parameters: DemoParameters): Partial<Features> {
  const { email, socials, multiWallet, legal, collapse, swaps, onramp, branding, receive, send, activity } =
    parameters;
  const { smartSessions, pay } = parameters;
  return {
    ...(email !== undefined && { email }),
    ...(socials && { socials: socials.length > 0 && (socials as readonly SocialProvider[]) }),
    ...(multiWallet !== undefined && { multiWallet }),
    ...(swaps !== undefined && { swaps: swaps && ['1inch'] }),
    ...(onramp !== undefined && { onramp: onramp && ['meld', 'coinbase'] }),
    ...(branding !== undefined && { reownBranding: branding }),
    ...(receive !== undefined && { receive }),
    ...(send !== undefined && { send }),
    ...(activity !== undefined && { activity }),
    ...(smartSessions !== undefined && { smartSessions }),
    ...(collapse !== undefined && { collapseWallets: collapse }),
    pay,
    legalCheckbox: legal,
  };
}
