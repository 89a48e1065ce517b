/** A payment of the payroll, in the base units of its network. */
export interface Payment {
  readonly to: string;
  readonly value: bigint;
  /** Formatted for display. */
  readonly amount: string;
}

/** A person on the demo's payroll: one of the development chains' standard accounts, paid on the visitor's network. */
export interface Payee {
  readonly name: string;
  readonly work: string;
  readonly evm: Payment;
  readonly solana: Payment;
  readonly bitcoin: Payment;
}

/** The payee of the demo's payment buttons. */
export const FIRST_PAYEE: Payee = {
  name: 'Ada',
  work: 'Illustration',
  evm: {
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    value: 10_000_000_000_000_000n,
    amount: '0.01 ETH',
  },
  solana: {
    to: '5Tkybgq8dxVSJd5bs7gjDCY3pafCqvHqyuKqLYSb6uv1',
    value: 10_000_000n,
    amount: '0.01 SOL',
  },
  bitcoin: {
    to: 'bcrt1quhmedd5j2k73yx7rjuex8va9e6pplk3gkhsh8c',
    value: 1_000_000n,
    amount: '0.01 BTC',
  },
};

export const PAYEES: readonly Payee[] = [
  FIRST_PAYEE,
  {
    name: 'Noor',
    work: 'Translation',
    evm: {
      to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      value: 25_000_000_000_000_000n,
      amount: '0.025 ETH',
    },
    solana: {
      to: '9TqSx14L2QBnFDwSUSHhRt3w9ihLUwsFjKXzVzhpjYmi',
      value: 25_000_000n,
      amount: '0.025 SOL',
    },
    bitcoin: {
      to: 'bcrt1qt95lqr64arnwv42sgkd3n9q0ddpmxzj8lszzes',
      value: 2_500_000n,
      amount: '0.025 BTC',
    },
  },
  {
    name: 'Tomás',
    work: 'Field recording',
    evm: {
      to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      value: 5_000_000_000_000_000n,
      amount: '0.005 ETH',
    },
    solana: {
      to: '9TqSx14L2QBnFDwSUSHhRt3w9ihLUwsFjKXzVzhpjYmi',
      value: 5_000_000n,
      amount: '0.005 SOL',
    },
    bitcoin: {
      to: 'bcrt1qrcl29p79agjrjnd2quk2s9u9jypu4lr3f36vnr',
      value: 500_000n,
      amount: '0.005 BTC',
    },
  },
];
