/** A private key of secp256k1, 32 bytes as hex. */
export type BitcoinKey = string;

/**
 * The keys of the accounts that the Bitcoin development chain funds: SHA-256 of 'latchkit bitcoin development account 0' and 1.
 * They are public: never send them anything of value.
 */
export const bitcoinAccounts: readonly [BitcoinKey, BitcoinKey] = [
  '57817fb0a95d28c279defef582388c95306aaa7bc1641addb269203bbf551d11',
  'f960fddea90da943888d06ac44723939114843def654504c29732a3e46726f27',
];
