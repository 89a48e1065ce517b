import { base64urlnopad } from '@scure/base';
import { compactDecrypt } from 'jose';

/**
 * Opens a text that a service sealed to this installation.
 *
 * @param about - What the text is about: the JWE must name it (`apv`), and the thumbprint of the installation's key (`apu`).
 * @throws Error if it was sealed for something else.
 */
export async function openSealed(
  jwe: string,
  { sealingKey, jkt }: { readonly sealingKey: CryptoKey; readonly jkt: string },
  about: string,
): Promise<string> {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, sealingKey, {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const named = (value: unknown) => read(base64urlnopad.decode(String(value)));
  if (named(protectedHeader.apu) !== jkt || named(protectedHeader.apv) !== about) {
    throw new Error('The text was sealed for another installation or purpose');
  }
  return read(plaintext);
}
