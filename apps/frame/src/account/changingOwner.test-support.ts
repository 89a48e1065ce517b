import {
  PORTAL_PROJECT,
  type PortalAction,
  sendPortalCodeCall,
  type sendPortalCodeRequest,
} from 'latchkit/protocol';
import { vi } from 'vitest';
import { passTime } from '../../../../packages/gateway/test/passTime.js';
import { type SoftPasskey, softPasskey } from '../../../../packages/gateway/test/wallet/softPasskey.js';
import { PAGE, type WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { memoryInstallation } from '../../../../packages/keyring/test/memoryInstallation.js';
import { createServiceClient } from '../services/createServiceClient.js';
import { channelWorker } from '../worker/channelWorker.test-support.js';
import { createWorkerKeyring } from '../worker/createWorkerKeyring.js';
import { createAccount } from './createAccount.js';

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
const textOf = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('base64url');

/**
 * Gives the pages of this process an authenticator in software.
 *
 * @param prfOf - Its extension `prf`; undefined: it has none.
 * @returns its passkeys, of which more may follow.
 */
export function plugIn(
  { servers }: WalletSuite,
  prfOf?: (passkey: SoftPasskey, salt: string) => Uint8Array,
): readonly SoftPasskey[] {
  const passkeys: SoftPasskey[] = [];
  const credentials = {
    async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) {
      const passkey = softPasskey(servers.frameUrl);
      passkeys.push(passkey);
      const { response } = passkey.create(textOf(publicKey.challenge));
      return {
        id: passkey.id,
        getClientExtensionResults: () => ({ prf: { enabled: prfOf !== undefined } }),
        response: {
          clientDataJSON: bytesOf(response.clientDataJSON),
          attestationObject: bytesOf(response.attestationObject),
          getTransports: () => ['internal'],
        },
      };
    },
    async get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) {
      const allowed = publicKey.allowCredentials?.map(({ id }) => textOf(id)) ?? [];
      const passkey = passkeys.find(({ id }) => allowed.includes(id));
      if (passkey === undefined) throw new DOMException('No such passkey', 'NotAllowedError');
      const { response } = passkey.use(textOf(publicKey.challenge));
      const first = publicKey.extensions?.prf?.evalByCredential?.[passkey.id]?.first;
      return {
        id: passkey.id,
        getClientExtensionResults: () =>
          prfOf === undefined
            ? {}
            : { prf: { results: { first: Uint8Array.from(prfOf(passkey, textOf(first))).buffer } } },
        response: {
          clientDataJSON: bytesOf(response.clientDataJSON),
          authenticatorData: bytesOf(response.authenticatorData),
          signature: bytesOf(response.signature),
        },
      };
    },
  };
  vi.stubGlobal('navigator', { credentials, hardwareConcurrency: 1 });
  return passkeys;
}

/** A page of a browser of its own, with real services. */
async function openPage(
  suite: WalletSuite,
  { project, origin }: { readonly project: string; readonly origin: string },
  typed: string[] = [],
) {
  const installation = await memoryInstallation();
  const client = (url: string) =>
    createServiceClient({
      ...{ url, installation, projectId: project, hostOrigin: origin },
      fetch: async request => suite.servers.fetch(request),
    });
  const walletService = client(suite.servers.frameUrl);
  let kept: never | undefined;
  const { account } = createAccount({
    ...{ walletService, vault: client(suite.servers.vaultUrl), installation, hostOrigin: origin },
    sessions: {
      read: async () => kept,
      keep: async session => {
        kept = session as never;
      },
      alone: work => work(),
    },
    logins: { read: async () => undefined, keep: async () => {} },
    socialLogins: { read: () => undefined, write: () => {} },
    walletOrigin: suite.servers.frameUrl,
    askPassword: async () => typed.shift() ?? '',
    openKeyring: () =>
      createWorkerKeyring(() => channelWorker(installation), {
        ...{ origin, jkt: installation.jkt, isStored: false },
        ...{ sealingKey: installation.sealingKey, shareKey: installation.sealingKey },
      }),
    onChange: () => {},
    onOvertaken: () => {},
    pageChannel: { post: () => {}, listen: () => {} },
  });
  return { account, walletService };
}

const mailed = ({ inbox }: WalletSuite, email: string, pattern: RegExp): string => {
  for (const { text } of inbox.mails(email).toReversed()) {
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`No matching email to ${email}`);
};

/** Logs in on a new browser, and returns its wallet. */
async function logIn(suite: WalletSuite, { account }: Awaited<ReturnType<typeof openPage>>, email: string) {
  passTime(31_000);
  const { signal } = new AbortController();
  await account.startEmail(email);
  const token = mailed(suite, email, /#t=([\w-]+)/);
  await suite.servers.fetch(
    new Request(`${suite.servers.vaultUrl}/v1/approvals/decide`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ token, approve: true }),
    }),
  );
  await account.awaitDevice(signal);
  return (await account.verifyCode(mailed(suite, email, /^(\d{6})$/m), signal)).wallet;
}

/** A user of the portal who has entered a fresh code. */
export async function changingOwner(suite: WalletSuite, email = suite.address()) {
  const portal = await openPage(suite, { project: PORTAL_PROJECT, origin: suite.servers.frameUrl });
  const wallet = await logIn(suite, portal, email);
  const { account, walletService } = portal;
  const { protection } = account;
  const code = async (action: PortalAction) => {
    passTime(31_000);
    await account.withAccess(access =>
      walletService.call<typeof sendPortalCodeRequest>(sendPortalCodeCall, {
        ...{ body: { action }, access },
      } as never),
    );
    return mailed(suite, email, /^(\d{6})$/m);
  };
  const change = await protection.begin(await code('protection'));
  const rekey = async () => protection.beginRekey(await code('rekey'));
  /** The addresses on a new device, whose user types these passwords if asked. */
  const newDevice = async (...typed: string[]) =>
    (await logIn(suite, await openPage(suite, PAGE, typed), email)).addresses;
  return { email, wallet, change, rekey, read: protection.read, newDevice };
}

/** The extension `prf` of an authenticator that has it. */
export const prf = (passkey: SoftPasskey, salt: string) => passkey.prf(salt);
