import { frameError, PORTAL_PROJECT } from 'latchkit/protocol';
import { createServiceClient } from '../services/createServiceClient.js';
import { createSocialLoginStore } from '../storage/createSocialLoginStore.js';
import type { Partition } from '../storage/openPartition.js';
import { createWorkerKeyring, type KeyringWorker } from '../worker/createWorkerKeyring.js';
import type { AskPasswordInWindow } from './Account.js';
import { type CreatedAccount, createAccount } from './createAccount.js';

export interface OwnAccountOptions {
  readonly openPartition: () => Promise<Partition>;
  /** Creates a Worker for the keyring. */
  readonly openWorker: () => KeyringWorker;
  /** URL of the vault. Default: none, and no call that needs it works. */
  readonly vault?: string | undefined;
  /** See `AccountOptions.askPassword`. Default: refuses, because nothing is recovered here. */
  readonly askPassword?: AskPasswordInWindow | undefined;
  /** Called when a user logs in or out, here or on another page of this installation. */
  readonly onChange?: (() => void) | undefined;
}

/** Creates the account of the wallet service's own pages: portal and wallet window are one installation with one session. */
export async function createOwnAccount(
  self: Window,
  { openPartition, openWorker, vault, askPassword = refuse, onChange = () => {} }: OwnAccountOptions,
): Promise<CreatedAccount> {
  const { installation, keyringStart, sessions, logins, pageChannel } = await openPartition();
  const { origin } = self.location;
  const client = (url: string) =>
    createServiceClient({ url, installation, hostOrigin: origin, projectId: PORTAL_PROJECT });
  const walletService = client(origin);
  return createAccount({
    ...{ walletService, vault: client(vault ?? origin), installation, kind: 'window', hostOrigin: origin },
    openKeyring: () => createWorkerKeyring(openWorker, keyringStart(origin)),
    ...{ sessions: sessions(origin), logins: logins(origin), pageChannel: pageChannel(origin) },
    socialLogins: createSocialLoginStore(() => self.localStorage, origin),
    ...{ walletOrigin: origin, onChange, onOvertaken: onChange, askPassword },
  });
}

const refuse = () => Promise.reject(frameError('NOT_CONNECTED'));
