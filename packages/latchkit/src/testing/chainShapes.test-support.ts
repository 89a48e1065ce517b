/** Every form in which wallets name an EVM chain. */
export function shapesOfChain(chain: number): readonly unknown[] {
  const hex = chain.toString(16);
  const texts = [
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0x0${hex}`,
    `${chain}`,
    ` 0x${hex}\n`,
    `eip155:${chain}`,
  ];
  const names = [...texts, chain, BigInt(chain)];
  return [
    ...names,
    ...names.map(chainId => ({ chainId })),
    { chainId: `0x${hex}`, networkVersion: `${chain}` },
  ];
}

/** What wallets say while they load their network, and what names no chain. */
export const NO_CHAINS: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  '0x',
  '0x0',
  '0',
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'mainnet',
  'eip155:',
  'solana:1',
  '1e3',
  '0xzz',
  `0x${'f'.repeat(40)}`,
  true,
  [],
  ['0x1'],
  {},
  { chainId: null },
  { chainId: {} },
  { chainId: { chainId: 1 } },
  { id: 1 },
  () => 1,
];
