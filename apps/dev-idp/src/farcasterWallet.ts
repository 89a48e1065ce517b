import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client';
import { type Hex, keccak256, numberToHex, pad, stringToHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Fault, faultOf } from './faults.js';
import { type Exchange, readForm } from './http.js';
import { sendBadRequest, sendChoices, sendDone } from './pages.js';
import { PEOPLE, type Person, personOf } from './people.js';

/** What the Farcaster wallet needs. */
export interface FarcasterOptions {
  /** URL of the relay. */
  readonly relay: string;
  /** Key that the relay and its wallet app share. */
  readonly relayKey: string;
  /** A development chain that is read as Optimism. */
  readonly chainUrl: string;
}

const FARCASTER_FAULTS = [
  'wrongAudience',
  'wrongNonce',
  'wrongSigner',
  'wrongSignature',
  'expired',
] as const satisfies readonly Fault[];

/** Farcaster's registry of ids on Optimism. */
const REGISTRY = '0x00000000fc6c5f01fc30151999387bb99a9f489b';
/** A contract with one function, `idOf(address)`, whose results are in the storage at the address; anything else reverts. */
const REGISTRY_CODE = '0x60003560e01c63d94fe8321460145760006000fd5b6004355460005260206000f3';

/** The custody key of a test person. Public, so worth nothing. */
export function custodyOf({ subject }: Pick<Person, 'subject'>): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(`Latchkit development custody ${subject}`)));
}

/** Registers test persons on a development chain. Repeated calls are harmless. */
export async function installIdRegistry(
  chainUrl: string,
  people: readonly Pick<Person, 'subject'>[],
): Promise<void> {
  await chainRequest(chainUrl, 'anvil_setCode', [REGISTRY, REGISTRY_CODE]);
  for (const person of people) {
    const place = pad(custodyOf(person).address, { size: 32 });
    const id = numberToHex(BigInt(person.subject), { size: 32 });
    await chainRequest(chainUrl, 'anvil_setStorageAt', [REGISTRY, place, id]);
  }
}

async function chainRequest(url: string, method: string, params: readonly unknown[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
}

/** Creates the wallet app of Sign In With Farcaster: it signs with a test person's custody key, through Farcaster's own client. */
export function farcasterWallet(options: FarcasterOptions): (exchange: Exchange) => Promise<void> {
  const ethereum = viemConnector({ rpcUrl: options.chainUrl });
  const app = createAppClient({ relay: options.relay, ethereum });
  return async ({ request, response, query }) => {
    const channelToken = query.get('channelToken') ?? '';
    const { data, response: seen } = await app.status({ channelToken });
    if (seen?.status !== 202 || data === undefined) {
      return sendBadRequest(
        response,
        'The code has expired or was used.',
        `status  ${seen?.status ?? 'none'}`,
      );
    }
    if (request.method !== 'POST') {
      const action = `/farcaster?${query}`;
      const page = { provider: 'Farcaster', action, faults: FARCASTER_FAULTS, cutsOpener: false };
      return sendChoices(response, page);
    }
    const form = await readForm(request);
    const person = personOf(form.get('person') ?? '');
    // The protocol has no message for it: the app waits until the code expires.
    if (person === undefined) return sendDone(response, 'Refused', 'The app is not told. Close this page.');
    await installIdRegistry(options.chainUrl, [...PEOPLE, person]);
    const { domain, siweUri, nonce, expirationTime } = data.signatureParams;
    const asked = { domain, uri: siweUri, nonce: nonce ?? '', expirationTime };
    const status = await approve(options, channelToken, person, asked, faultOf(form.get('fault')));
    if (status === 201) return sendDone(response, 'Logged in', 'Go back to the app.');
    return sendBadRequest(response, 'The relay took no message.', `status  ${status ?? 'none'}`);
  };
}

interface Asked {
  readonly domain: string;
  readonly uri: string;
  readonly nonce: string;
  readonly expirationTime: string | undefined;
}

/** Signs what the page asked for and sends it to the relay. Returns the relay's status. */
async function approve(
  { relay, relayKey, chainUrl }: FarcasterOptions,
  channelToken: string,
  person: Person,
  asked: Asked,
  fault: Fault | undefined,
): Promise<number | undefined> {
  const wallet = createWalletClient({ relay, ethereum: viemConnector({ rpcUrl: chainUrl }) });
  const signer = custodyOf(fault === 'wrongSigner' ? otherThan(person) : person);
  const fid = Number(person.subject);
  const built = wallet.buildSignInMessage({
    address: signer.address,
    fid,
    uri: asked.uri,
    domain: fault === 'wrongAudience' ? 'other.example' : asked.domain,
    nonce: fault === 'wrongNonce' ? 'anotherLoginsNonce' : asked.nonce,
    expirationTime: new Date(asked.expirationTime ?? ''),
  });
  const past = new Date(Date.now() - 60_000).toISOString();
  const message =
    fault === 'expired'
      ? built.message.replace(/^Expiration Time: .*$/m, `Expiration Time: ${past}`)
      : built.message;
  const signature: Hex = await (fault === 'wrongSignature'
    ? custodyOf(otherThan(person))
    : signer
  ).signMessage({
    message,
  });
  const sent = await wallet.authenticate({
    channelToken,
    authKey: relayKey,
    message,
    signature,
    fid,
    username: person.userName,
    displayName: person.name,
    bio: '',
    pfpUrl: person.picture,
  });
  return sent.response?.status;
}

/** Another person, whose key is registered for another id. */
function otherThan({ subject }: Person): Pick<Person, 'subject'> {
  return PEOPLE.find(person => person.subject !== subject) ?? { subject: '1' };
}
