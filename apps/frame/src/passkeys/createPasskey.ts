import { keyringError } from '@latchkit/keyring';
import { base64urlnopad } from '@scure/base';
import {
  type CallResponse,
  frameError,
  type PasskeyRegistration,
  type preparePasskeyCall,
} from 'latchkit/protocol';

/** A new passkey. */
export interface CreatedPasskey {
  readonly credential: PasskeyRegistration;
  /** Output of the extension `prf`, if the authenticator returned it at once. */
  readonly prf: Uint8Array<ArrayBuffer> | undefined;
}

/** ES256, EdDSA and RS256 (RFC 9053). */
const ALGORITHMS = [-7, -8, -257];

/**
 * Lets the user create a passkey that can protect a wallet.
 *
 * @param name - Shown by the browser beside the passkey.
 * @throws KEYRING_NO_PRF The authenticator or the browser has no extension `prf`. REJECTED The user refused, or no passkey fits.
 */
export async function createPasskey(
  { challenge, rpId, userId, salt, exclude }: CallResponse<typeof preparePasskeyCall>,
  name: string,
): Promise<CreatedPasskey> {
  const asked = navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: rpId, name: rpId },
      user: { id: bytesOf(userId), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: exclude.map(id => ({ type: 'public-key', id: bytesOf(id) })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      extensions: { prf: { eval: { first: bytesOf(salt) } } },
    },
  });
  const made = (await asked.catch(cause => {
    throw frameError('REJECTED', { cause });
  })) as PublicKeyCredential | null;
  const extension = made?.getClientExtensionResults().prf;
  if (made === null || (extension?.enabled !== true && extension?.results === undefined)) {
    throw keyringError('KEYRING_NO_PRF');
  }
  const { clientDataJSON, attestationObject, getTransports } =
    made.response as AuthenticatorAttestationResponse;
  const first = extension.results?.first;
  return {
    credential: {
      ...{ id: made.id, rawId: made.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: textOf(clientDataJSON),
        attestationObject: textOf(attestationObject),
        transports: getTransports.call(made.response),
      },
    },
    prf: first === undefined ? undefined : new Uint8Array(first as ArrayBuffer),
  };
}

const bytesOf = (text: string) => Uint8Array.from(base64urlnopad.decode(text));
const textOf = (bytes: ArrayBuffer) => base64urlnopad.encode(new Uint8Array(bytes));
