import { keyringError } from '@latchkit/keyring';
import { base64urlnopad } from '@scure/base';
import { frameError, type PasskeyAssertion, type PasskeyQuestion } from 'latchkit/protocol';

/** A passkey that was used. */
export interface UsedPasskey {
  /** Its id at the vault. */
  readonly id: string;
  /** For the vault. */
  readonly assertion: PasskeyAssertion;
  /** Output of the extension `prf`, from which its key is derived. */
  readonly prf: Uint8Array<ArrayBuffer>;
}

/**
 * Lets the user use one of these passkeys.
 *
 * @throws KEYRING_NO_PRF The browser returned no output of the extension `prf`. REJECTED The user refused, or no passkey fits.
 */
export async function requestPasskey({ challenge, rpId, passkeys }: PasskeyQuestion): Promise<UsedPasskey> {
  const asked = navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId,
      allowCredentials: passkeys.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: bytesOf(credentialId),
        transports: transports as AuthenticatorTransport[],
      })),
      userVerification: 'required',
      extensions: {
        prf: {
          evalByCredential: Object.fromEntries(
            passkeys.map(({ credentialId, salt }) => [credentialId, { first: bytesOf(salt) }]),
          ),
        },
      },
    },
  });
  const used = (await asked.catch(cause => {
    throw frameError('REJECTED', { cause });
  })) as PublicKeyCredential | null;
  const first = used?.getClientExtensionResults().prf?.results?.first;
  const passkey = passkeys.find(({ credentialId }) => credentialId === used?.id);
  if (used === null || first === undefined || passkey === undefined) throw keyringError('KEYRING_NO_PRF');
  const { clientDataJSON, authenticatorData, signature } = used.response as AuthenticatorAssertionResponse;
  return {
    id: passkey.id,
    assertion: {
      ...{ id: used.id, rawId: used.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: textOf(clientDataJSON),
        authenticatorData: textOf(authenticatorData),
        signature: textOf(signature),
      },
    },
    prf: new Uint8Array(first as ArrayBuffer),
  };
}

const bytesOf = (text: string) => Uint8Array.from(base64urlnopad.decode(text));
const textOf = (bytes: ArrayBuffer) => base64urlnopad.encode(new Uint8Array(bytes));
