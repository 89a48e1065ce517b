/** A person on the demo's payroll: one of the development chains' standard accounts. */
export interface Payee {
  readonly name: string;
  readonly work: string;
  readonly to: string;
  /** In wei. */
  readonly value: bigint;
  readonly amount: string;
}

/** Paid by the demo's payment buttons. */
export const FIRST_PAYEE: Payee = {
  name: 'Ada',
  work: 'Illustration',
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 10_000_000_000_000_000n,
  amount: '0.01 ETH',
};

export const PAYEES: readonly Payee[] = [
  FIRST_PAYEE,
  {
    name: 'Noor',
    work: 'Translation',
    to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    value: 25_000_000_000_000_000n,
    amount: '0.025 ETH',
  },
  {
    name: 'Tomás',
    work: 'Field recording',
    to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    value: 5_000_000_000_000_000n,
    amount: '0.005 ETH',
  },
];
