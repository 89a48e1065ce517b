import { BaseError } from 'latchkit/protocol';

/** Where the keys of a store are. */
export type KeySetting =
  | { readonly kind: 'file'; readonly path: string; readonly createForDevelopment: boolean }
  | { readonly kind: 'env'; readonly text: string }
  /** A key of AWS KMS, by its ARN. `endpoint` undefined: AWS's own. */
  | { readonly kind: 'kms'; readonly keyArn: string; readonly endpoint: string | undefined };

/** How a service sends mails; undefined: to the development inbox. */
export interface MailSetting {
  readonly url: string;
  readonly from: string;
}

/** Which of the wallet's services a process has. */
export type WalletRole = 'all' | 'gateway' | 'vault';

/**
 * What a sign-in on a new installation takes. `link`: the vault's link, then the gateway's code. `code`: the code alone, for
 * which the vault takes the gateway's word.
 */
export type NewDevice = 'link' | 'code';

/** The embedded wallet, as the operator set it. */
export interface WalletSettings {
  readonly only: WalletRole;
  readonly newDevice: NewDevice;
  /** 0: a free one. */
  readonly framePort: number;
  readonly vaultPort: number;
  /** Where browsers reach the services; undefined: on this machine, at their ports. */
  readonly frameUrl: string | undefined;
  readonly vaultUrl: string | undefined;
  readonly keys: KeySetting;
  readonly vaultKeys: KeySetting;
  readonly mail: MailSetting | undefined;
  readonly vaultMail: MailSetting | undefined;
  /** Folder of the built wallet page; undefined: it is not served. */
  readonly frameDirectory: string | undefined;
  /** The demo's page, which the development project trusts; undefined: none, and always in production. */
  readonly demoOrigin: string | undefined;
  /** PostgreSQL server of the vault; undefined: the gateway's database, in a schema of its own. */
  readonly vaultDatabaseUrl: string | undefined;
  /** Folder of the signed checkpoints of the audit logs. */
  readonly auditDirectory: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Known {
  /** The gateway's own port. */
  readonly port: number;
  readonly dataDirectory: string;
  readonly developmentMode: boolean;
}

/**
 * Reads the settings of the embedded wallet. In development everything has a default; in production there is no wallet
 * unless the operator says where browsers reach it, and then keys and mail must be set too.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value.
 */
export function walletSettings(env: Environment, known: Known): WalletSettings | undefined {
  const { developmentMode, port: gatewayPort } = known;
  const frameUrl = url(env, 'LATCHKIT_FRAME_URL', developmentMode);
  const vaultUrl = url(env, 'LATCHKIT_VAULT_URL', developmentMode);
  if (!developmentMode) {
    if (frameUrl === undefined && vaultUrl === undefined) return undefined;
    if (frameUrl === undefined) throw invalid('LATCHKIT_FRAME_URL', 'must be set with LATCHKIT_VAULT_URL');
    if (vaultUrl === undefined) throw invalid('LATCHKIT_VAULT_URL', 'must be set with LATCHKIT_FRAME_URL');
  }
  const only = role(env.LATCHKIT_ONLY);
  const newDevice = newDeviceOf(env.LATCHKIT_NEW_DEVICE, only);
  const mail = mailOf(env, 'LATCHKIT_SMTP_URL', 'LATCHKIT_MAIL_FROM');
  const vaultMail = mailOf(env, 'LATCHKIT_VAULT_SMTP_URL', 'LATCHKIT_VAULT_MAIL_FROM') ?? mail;
  if (!developmentMode && mail === undefined && only !== 'vault') {
    throw invalid('LATCHKIT_SMTP_URL', 'must be set in production: codes are sent by mail');
  }
  if (!developmentMode && vaultMail === undefined && only !== 'gateway') {
    throw invalid('LATCHKIT_VAULT_SMTP_URL', 'must be set in production: links are sent by mail');
  }
  return {
    only,
    newDevice,
    framePort: port(env, 'LATCHKIT_FRAME_PORT', gatewayPort === 0 ? 0 : gatewayPort + 1),
    vaultPort: port(env, 'LATCHKIT_VAULT_PORT', gatewayPort === 0 ? 0 : gatewayPort + 2),
    frameUrl,
    vaultUrl,
    keys: keysOf(env, 'LATCHKIT_KEK', known, 'gateway', only !== 'vault'),
    vaultKeys: keysOf(env, 'LATCHKIT_VAULT_KEK', known, 'vault', only !== 'gateway'),
    mail,
    vaultMail,
    frameDirectory: env.LATCHKIT_FRAME_DIR || undefined,
    demoOrigin: developmentMode ? demoOrigin(env) : undefined,
    vaultDatabaseUrl: env.LATCHKIT_VAULT_DATABASE_URL || undefined,
    // Beside the data, as keys are: whoever rewrites the data must not rewrite its checkpoints with it.
    auditDirectory: env.LATCHKIT_AUDIT_DIR || `${known.dataDirectory}-audit`,
  };
}

/** Texts of the settings that no log line may hold. */
export function walletSecrets({
  keys,
  vaultKeys,
  mail,
  vaultMail,
  vaultDatabaseUrl,
}: WalletSettings): string[] {
  const keyTexts = [keys, vaultKeys].flatMap(key => (key.kind === 'env' ? [key.text] : []));
  return [...keyTexts, mail?.url, vaultMail?.url, vaultDatabaseUrl].filter(text => text !== undefined);
}

function keysOf(
  env: Environment,
  name: string,
  { dataDirectory, developmentMode }: Known,
  store: string,
  isNeeded: boolean,
): KeySetting {
  const text = env[name];
  const path = env[`${name}_FILE`];
  const keyArn = env[`${name}_KMS`];
  if (text) {
    if (!developmentMode) {
      throw invalid(name, `is for development: whoever sees the process sees the key. Use ${name}_FILE`);
    }
    return { kind: 'env', text };
  }
  if (keyArn) return { kind: 'kms', keyArn, endpoint: env.LATCHKIT_KMS_ENDPOINT || undefined };
  if (path) return { kind: 'file', path, createForDevelopment: false };
  if (!developmentMode && isNeeded) {
    throw invalid(`${name}_FILE`, `or ${name}_KMS must be set in production: see latchkit-gateway help`);
  }
  // Beside the data, not in it: whoever copies the data must not copy its keys.
  return { kind: 'file', path: `${dataDirectory}-keys/${store}.json`, createForDevelopment: developmentMode };
}

function mailOf(env: Environment, urlName: string, fromName: string): MailSetting | undefined {
  const text = env[urlName];
  if (!text) return undefined;
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) {
    throw invalid(urlName, 'is not the address of such a server');
  }
  const from = env[fromName];
  if (!from) throw invalid(fromName, 'must be set: the sender of mails');
  return { url: text, from };
}

function role(text: string | undefined): WalletRole {
  if (!text) return 'all';
  if (text === 'gateway' || text === 'vault') return text;
  throw invalid('LATCHKIT_ONLY', 'must be gateway or vault');
}

function newDeviceOf(text: string | undefined, only: WalletRole): NewDevice {
  if (!text || text === 'link') return 'link';
  if (text !== 'code') throw invalid('LATCHKIT_NEW_DEVICE', 'must be link or code');
  if (only !== 'all') {
    throw invalid(
      'LATCHKIT_NEW_DEVICE',
      'must be link where gateway and vault run apart (--only, LATCHKIT_ONLY)',
    );
  }
  return 'code';
}

function url(env: Environment, name: string, developmentMode: boolean): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const isWeb = developmentMode ? /^https?:\/\// : /^https:\/\//;
  if (!isWeb.test(text) || !URL.canParse(text) || new URL(text).origin !== text.replace(/\/$/, '')) {
    throw invalid(name, `must be an origin such as https://wallet.example.com`);
  }
  return new URL(text).origin;
}

function port(env: Environment, name: string, absent: number): number {
  const text = env[name];
  if (!text) return absent;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw invalid(name, 'must be a port, 0 to 65535');
  return Number(text);
}

/** `npm start` tells every service the demo's port. */
function demoOrigin(env: Environment): string | undefined {
  const demoPort = port(env, 'LATCHKIT_DEMO_PORT', 0);
  return demoPort === 0 ? undefined : new URL(`http://localhost:${demoPort}`).origin;
}

function invalid(name: string, reason: string): BaseError {
  return new BaseError('INVALID_SETTING', `${name} ${reason}`);
}
