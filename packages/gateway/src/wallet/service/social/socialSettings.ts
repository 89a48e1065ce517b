import { type SocialSignInProvider, socialSignInProvider } from 'latchkit/protocol';
import type * as z from 'zod';
import { type Environment, invalidSetting } from '../../../platform/settingValues.js';
import type { EvidenceClient } from '../../shared/EvidenceClient.js';
import { CREDENTIALS, type Credentials, oddField } from './credentials.js';
import type { DeploymentCredentials } from './deploymentProviders.js';
import { evidenceClientOf, vaultClient } from './evidenceClients.js';

/** The operator's settings of social sign-ins. */
export interface SocialSettings {
  /** For projects without credentials of their own. */
  readonly credentials: DeploymentCredentials;
  /** The vault's own. Default: `credentials`. */
  readonly vaultClients: Readonly<Partial<Record<SocialSignInProvider, EvidenceClient>>>;
  /** URL of the development identity provider. Undefined in production, and if none runs. */
  readonly idpUrl: string | undefined;
  /** Relay of Sign In With Farcaster, without a trailing slash. Undefined: Farcaster is not offered. */
  readonly farcasterRelay: string | undefined;
}

/**
 * Reads the settings of social sign-ins.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value.
 */
export function socialSettings(env: Environment, developmentMode: boolean): SocialSettings {
  const port = env.LATCHKIT_IDP_PORT;
  if (port && !developmentMode) throw invalidSetting('LATCHKIT_IDP_PORT', 'is for development only');
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw invalidSetting('LATCHKIT_IDP_PORT', 'must be a port, 1 to 65535');
  }
  const found = socialSignInProvider.options.flatMap(provider => {
    const name = `LATCHKIT_SOCIAL_${provider.toUpperCase()}`;
    const text = env[name];
    return text ? [[provider, credentialsIn(name, text, provider)] as const] : [];
  });
  const ofVault = socialSignInProvider.options.flatMap(provider => {
    const name = `LATCHKIT_VAULT_SOCIAL_${provider.toUpperCase()}`;
    const text = env[name];
    return text ? [[provider, vaultClientIn(name, text, provider)] as const] : [];
  });
  const shared = found.map(
    ([provider, credentials]) => [provider, evidenceClientOf(provider, credentials)] as const,
  );
  return {
    credentials: Object.fromEntries(found),
    vaultClients: Object.fromEntries([...shared, ...ofVault]),
    idpUrl: port ? `http://localhost:${port}` : undefined,
    farcasterRelay: farcasterRelayIn(env, developmentMode),
  };
}

function farcasterRelayIn(env: Environment, developmentMode: boolean): string | undefined {
  const url = env.LATCHKIT_FARCASTER_RELAY;
  if (!url) return undefined;
  if (!(developmentMode ? /^https?:\/\// : /^https:\/\//).test(url) || !URL.canParse(url)) {
    throw invalidSetting('LATCHKIT_FARCASTER_RELAY', 'must be a URL such as https://relay.example.com');
  }
  // A node that lies about the registry could log in as any user, so the operator selects it.
  if (!developmentMode && !env.LATCHKIT_RPC_10) {
    throw invalidSetting(
      'LATCHKIT_RPC_10',
      'must be set with LATCHKIT_FARCASTER_RELAY: a node that you trust',
    );
  }
  return url.replace(/\/+$/, '');
}

function credentialsIn(name: string, text: string, provider: SocialSignInProvider): Credentials {
  const parsed = CREDENTIALS[provider].safeParse(json(text));
  if (parsed.success) return parsed.data;
  throw invalidCredentials(name, CREDENTIALS[provider], parsed.error);
}

function vaultClientIn(name: string, text: string, provider: SocialSignInProvider): EvidenceClient {
  const schema = vaultClient(provider);
  const parsed = schema.safeParse(json(text));
  if (parsed.success) return parsed.data;
  throw invalidCredentials(name, schema, parsed.error);
}

function invalidCredentials(name: string, { shape }: { readonly shape: object }, error: z.ZodError) {
  const odd = oddField(error);
  if (odd !== undefined) return invalidSetting(`${name}:`, odd);
  return invalidSetting(name, `must be a JSON object with ${Object.keys(shape).join(', ')}`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
