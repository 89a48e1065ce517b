import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';

/** A key with which a provider signs id tokens. */
interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The public key. */
  readonly jwk: JWK;
}

/** The keys of one provider. */
export interface SigningKeys {
  /** The key that signs. */
  current(): Promise<SigningKey>;
  /** The key that signed before the last rotation. Without one, that which signs. */
  before(): Promise<SigningKey>;
  /** All keys that the provider publishes: also those of before, and one that does not sign. */
  published(): Promise<{ readonly keys: readonly JWK[] }>;
  /** Signs with a new key from now on, which nothing announced. */
  rotate(): Promise<void>;
}

async function createKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } };
}

/**
 * Providers publish two keys or more, so that clients choose by the id in a token's header. They are created on first use, because
 * an RSA key takes long, and few providers issue ID tokens.
 */
export function signingKeys(): SigningKeys {
  let made:
    | Promise<{ readonly spare: SigningKey; readonly keys: readonly [SigningKey, ...SigningKey[]] }>
    | undefined;
  const all = () => {
    made ??= Promise.all([createKey(), createKey()]).then(([first, spare]) => ({ spare, keys: [first] }));
    return made;
  };
  const at = async (index: number) => {
    const { keys } = await all();
    return keys.at(index) ?? keys[0];
  };
  return {
    current: () => at(-1),
    before: () => at(-2),
    async published() {
      const { spare, keys } = await all();
      return { keys: [spare, ...keys].map(({ jwk }) => jwk) };
    },
    async rotate() {
      // Nobody has seen a key yet.
      if (made === undefined) return;
      const { spare, keys } = await made;
      made = Promise.resolve({ spare, keys: [...keys, await createKey()] });
    },
  };
}
