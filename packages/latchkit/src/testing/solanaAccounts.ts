/** The seed of an Ed25519 key (RFC 8032), 32 bytes as hex. */
export type Ed25519Seed = string;

/**
 * Seeds of the accounts that the Solana development runtime funds: SHA-256 of 'latchkit solana development account 0', 1
 * and 2. They are public: never send them anything of value.
 */
export const solanaAccounts: readonly [Ed25519Seed, Ed25519Seed, Ed25519Seed] = [
  '084dc6b913f4b46459cf3df774ba7d46730b7772b14ec09f8d4a7304c7578eae',
  '38c52b2fa63554619220c5dfe9a1b7e4c0bb61bda98d86a157787a8e796abac7',
  'ec1e23b59953d4591009e85f1d11c031b92e6c0881a276a6d3dff1629dc9dc2e',
];
