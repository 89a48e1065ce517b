import { openJwe } from '@latchkit/keyring';

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
  const { content, apu, apv } = await openJwe(jwe, sealingKey);
  if (apu !== jkt || apv !== about)
    throw new Error('The text was sealed for another installation or purpose');
  return new TextDecoder().decode(content);
}
