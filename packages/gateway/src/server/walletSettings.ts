import { isBackupKey } from '../platform/backup/backupKeys.js';
import type { KeySetting } from '../platform/keyvault/openKeyVault.js';
import {
  type Environment,
  invalidSetting,
  listSetting,
  optionSetting,
  portSetting,
  urlSetting,
} from '../platform/settingValues.js';
import { type SocialSettings, socialSettings } from '../wallet/service/social/socialSettings.js';
import type { NewDevice } from '../wallet/shared/walletParts.js';

/** The email transport of a service. Default: the development inbox. */
export interface MailSetting {
  readonly url: string;
  readonly from: string;
}

const WALLET_ROLES = ['all', 'gateway', 'vault'] as const;

/** The wallet services that a process runs. `gateway` is the wallet service. */
export type WalletRole = (typeof WALLET_ROLES)[number];

/** The operator's settings of the embedded wallet. */
export interface WalletSettings {
  readonly only: WalletRole;
  readonly newDevice: NewDevice;
  /** 0 selects a free port. */
  readonly framePort: number;
  readonly vaultPort: number;
  /** Public URLs of the services. Default: this machine, at their ports. */
  readonly frameUrl: string | undefined;
  readonly vaultUrl: string | undefined;
  readonly keys: KeySetting;
  readonly vaultKeys: KeySetting;
  readonly mail: MailSetting | undefined;
  readonly vaultMail: MailSetting | undefined;
  /** Folder of the built wallet page; undefined: not served. */
  readonly frameDirectory: string | undefined;
  /** Origin of the demo, which the development project trusts; undefined: none, always so in production. */
  readonly demoOrigin: string | undefined;
  /** PostgreSQL server of the vault. Default: a separate schema in the gateway's database. */
  readonly vaultDatabaseUrl: string | undefined;
  /** Folder of the signed checkpoints of the audit logs. */
  readonly auditDirectory: string;
  /** Public keys that backups are encrypted to. */
  readonly backupKeys: readonly string[];
  readonly social: SocialSettings;
}

interface Known {
  /** The gateway's own port. */
  readonly port: number;
  readonly dataDirectory: string;
  readonly developmentMode: boolean;
}

/**
 * Reads the settings of the embedded wallet. In development, everything has a default. In production, the wallet is off unless
 * the operator sets its public URL; keys and email are then required.
 *
 * @throws BaseError `INVALID_SETTING`, which names the variable and not its value.
 */
export function walletSettings(env: Environment, known: Known): WalletSettings | undefined {
  const { developmentMode, port: gatewayPort } = known;
  const frameUrl = url(env, 'LATCHKIT_FRAME_URL', developmentMode);
  const vaultUrl = url(env, 'LATCHKIT_VAULT_URL', developmentMode);
  if (!developmentMode) {
    if (frameUrl === undefined && vaultUrl === undefined) return undefined;
    if (frameUrl === undefined)
      throw invalidSetting('LATCHKIT_FRAME_URL', 'must be set with LATCHKIT_VAULT_URL');
    if (vaultUrl === undefined)
      throw invalidSetting('LATCHKIT_VAULT_URL', 'must be set with LATCHKIT_FRAME_URL');
  }
  const only = optionSetting(env, 'LATCHKIT_ONLY', WALLET_ROLES, 'all');
  const newDevice = newDeviceOf(env, only);
  const mail = mailOf(env, 'LATCHKIT_SMTP_URL', 'LATCHKIT_MAIL_FROM');
  const vaultMail = mailOf(env, 'LATCHKIT_VAULT_SMTP_URL', 'LATCHKIT_VAULT_MAIL_FROM') ?? mail;
  if (!developmentMode && mail === undefined && only !== 'vault') {
    throw invalidSetting('LATCHKIT_SMTP_URL', 'must be set in production: codes are sent by mail');
  }
  if (!developmentMode && vaultMail === undefined && only !== 'gateway') {
    throw invalidSetting('LATCHKIT_VAULT_SMTP_URL', 'must be set in production: links are sent by mail');
  }
  return {
    only,
    newDevice,
    framePort: portSetting(env, 'LATCHKIT_FRAME_PORT', gatewayPort === 0 ? 0 : gatewayPort + 1),
    vaultPort: portSetting(env, 'LATCHKIT_VAULT_PORT', gatewayPort === 0 ? 0 : gatewayPort + 2),
    frameUrl,
    vaultUrl,
    keys: keysOf(env, 'LATCHKIT_KEK', known, 'gateway', only !== 'vault'),
    vaultKeys: keysOf(env, 'LATCHKIT_VAULT_KEK', known, 'vault', only !== 'gateway'),
    mail,
    vaultMail,
    frameDirectory: env.LATCHKIT_FRAME_DIR || undefined,
    demoOrigin: developmentMode ? demoOrigin(env) : undefined,
    vaultDatabaseUrl: env.LATCHKIT_VAULT_DATABASE_URL || undefined,
    // Outside the data folder, so that an attacker who rewrites the data cannot rewrite its checkpoints with it.
    auditDirectory: env.LATCHKIT_AUDIT_DIR || `${known.dataDirectory}-audit`,
    backupKeys: backupKeysOf(env),
    social: socialSettings(env, developmentMode),
  };
}

function backupKeysOf(env: Environment): readonly string[] {
  const keys = listSetting(env, 'LATCHKIT_BACKUP_KEYS');
  if (!keys.every(isBackupKey)) {
    throw invalidSetting(
      'LATCHKIT_BACKUP_KEYS',
      'must be public keys that latchkit-gateway backup-key printed',
    );
  }
  return keys;
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
      throw invalidSetting(
        name,
        `is for development only, because every child process receives the key. Use ${name}_FILE`,
      );
    }
    return { kind: 'env', text };
  }
  if (keyArn) return { kind: 'kms', keyArn, endpoint: env.LATCHKIT_KMS_ENDPOINT || undefined };
  if (path) return { kind: 'file', path, createForDevelopment: false };
  if (!developmentMode && isNeeded) {
    throw invalidSetting(
      `${name}_FILE`,
      `or ${name}_KMS must be set in production: see latchkit-gateway help`,
    );
  }
  // Outside the data folder, so that a copy of the data does not contain its keys.
  return { kind: 'file', path: `${dataDirectory}-keys/${store}.json`, createForDevelopment: developmentMode };
}

function mailOf(env: Environment, urlName: string, fromName: string): MailSetting | undefined {
  const url = urlSetting(env, urlName, /^smtps?:\/\//);
  if (url === undefined) return undefined;
  const from = env[fromName];
  if (!from) throw invalidSetting(fromName, 'must be set: the sender of mails');
  return { url, from };
}

function newDeviceOf(env: Environment, only: WalletRole): NewDevice {
  const newDevice = optionSetting(env, 'LATCHKIT_NEW_DEVICE', ['link', 'code'], 'link');
  if (newDevice === 'code' && only !== 'all') {
    throw invalidSetting(
      'LATCHKIT_NEW_DEVICE',
      'must be link where gateway and vault run apart (--only, LATCHKIT_ONLY)',
    );
  }
  return newDevice;
}

function url(env: Environment, name: string, developmentMode: boolean): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const isWeb = developmentMode ? /^https?:\/\// : /^https:\/\//;
  if (!isWeb.test(text) || !URL.canParse(text) || new URL(text).origin !== text.replace(/\/$/, '')) {
    throw invalidSetting(name, `must be an origin such as https://wallet.example.com`);
  }
  return new URL(text).origin;
}

/** `npm start` passes the demo's port to every service. */
function demoOrigin(env: Environment): string | undefined {
  const demoPort = portSetting(env, 'LATCHKIT_DEMO_PORT', 0);
  return demoPort === 0 ? undefined : new URL(`http://localhost:${demoPort}`).origin;
}
