import {
  BaseError,
  type CaipNetwork,
  type ChainId,
  type PaymentReceipt,
  type TransactionRequest,
  type TypedData,
} from 'latchkit';
import {
  useAccount,
  useBalance,
  useDisconnect,
  useLatchkit,
  useModal,
  useNetwork,
  usePay,
  useRegisterAccountName,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
} from 'latchkit/react';
import { useState } from 'react';
import type { DemoPermission } from './askForPermission.js';
import { CHAIN_A, CHAIN_B, SOLANA_DEVNET, SOLANA_LOCAL } from './demoNetworks.js';
import { FIRST_PAYEE, PAYEES, type Payee, type Payment } from './payees.js';

/** The payment that the panel's EVM buttons send. */
const PAYMENT = { to: FIRST_PAYEE.evm.to, value: FIRST_PAYEE.evm.value };

/** What 'Pay' asks for: 12 development euros, which a visitor has only after a swap. */
const ORDER = {
  recipient: FIRST_PAYEE.evm.to,
  asset: `eip155:${CHAIN_A}:0x25283Df5d9f8196E5625528342c53C8aEDC65305`,
  amount: 12n * 10n ** 18n,
} as const;

const MESSAGE = 'Meridian asks you to confirm that this account is yours.';

/** A host's actions with a connected wallet, all through the headless hooks. */
export function useHostActions(report: (error: unknown) => void) {
  const kit = useLatchkit();
  const { address = '' } = useAccount();
  const { network } = useNetwork();
  const modal = useModal();
  const { signMessage } = useSignMessage();
  const { signTypedData } = useSignTypedData();
  const { sendTransaction } = useSendTransaction();
  const { sendCalls } = useSendCalls();
  const { pay: askFor } = usePay();
  const { registerAccountName } = useRegisterAccountName();
  const { switchNetwork } = useSwitchNetwork();
  const { disconnect } = useDisconnect();
  const { refetch } = useBalance();
  const [signature, setSignature] = useState('');
  const [transaction, setTransaction] = useState('');
  const [payment, setPayment] = useState('none');
  const [permission, setPermission] = useState<DemoPermission>();

  const run = <T>(answer: Promise<T>, show?: (value: T) => void) => void answer.then(show, report);
  const showPaid = (transaction: string) => {
    setTransaction(transaction);
    void refetch();
  };
  // Code that only permissions need is loaded with the first one.
  const grant = async () => (await import('./askForPermission.js')).askForPermission(kit);
  const callWithPermission = async () => {
    if (!permission) throw new BaseError('NO_PERMISSION', 'Press “Grant permission” first');
    return permission.pay();
  };
  const pay = async (payee: Payee) => {
    if (network?.chainNamespace === 'bip122') {
      const { to, value: amount } = payee.bitcoin;
      return (await import('latchkit/bitcoin')).sendTransfer(kit, { to, amount });
    }
    const transaction = await transactionOf(payee, address, network);
    return sendTransaction({ transaction });
  };

  return {
    signature,
    transaction,
    payment,
    pay: (payee: Payee) => {
      const answer = pay(payee);
      run(answer, showPaid);
      return answer;
    },
    payAll: () => {
      const calls = PAYEES.map(({ evm: { to, value } }) => ({ to, value }));
      const answer = sendCalls({ calls, sequential: true });
      run(answer, ({ id }) => showPaid(id));
      return answer;
    },
    buttons: [
      ['Sign message', () => run(signMessage({ message: MESSAGE }), setSignature)],
      [
        'Sign typed data',
        () => run(signTypedData({ typedData: invoice(address, network?.id) }), setSignature),
      ],
      ['Send transaction', () => run(pay(FIRST_PAYEE), showPaid)],
      ['Send calls', () => run(sendCalls({ calls: [PAYMENT, PAYMENT] }), ({ id }) => showPaid(id))],
      ['Register name', () => run(registerAccountName({ name: nameFor(address) }), setSignature)],
      ['Switch network', () => run(switchNetwork({ chainId: otherNetwork(network) }))],
      ['Disconnect', () => run(disconnect())],
      ['Open modal', () => modal.open()],
      ['Open swap', () => modal.open({ view: 'Swap' })],
      ['Open buy', () => modal.open({ view: 'Onramp' })],
      ['Pay', () => run(askFor(ORDER), receipt => setPayment(formatReceipt(receipt)))],
      ['Grant permission', () => run(grant(), setPermission)],
      ['Call with permission', () => run(callWithPermission(), showPaid)],
      ['Open activity', () => modal.open({ view: 'Activity' })],
    ] satisfies readonly (readonly [string, () => void])[],
  };
}

/** The receipt of a payment as JSON, whose amount is a decimal text. */
function formatReceipt(receipt: PaymentReceipt): string {
  return JSON.stringify({ ...receipt, amount: String(receipt.amount) });
}

/** A name that nobody else is likely to have. */
function nameFor(address: string): string {
  return `demo-${address.slice(-8).toLowerCase()}`;
}

/** The other of the two networks of the same namespace that work without the visitor's own funds. */
function otherNetwork(network: CaipNetwork | undefined): ChainId {
  if (network?.chainNamespace !== 'solana') return `eip155:${network?.id === CHAIN_A ? CHAIN_B : CHAIN_A}`;
  return network.caipNetworkId === SOLANA_LOCAL ? SOLANA_DEVNET : SOLANA_LOCAL;
}

/** Creates a payment for the visitor's network. */
async function transactionOf(
  payee: Payee,
  from: string,
  network: CaipNetwork | undefined,
): Promise<TransactionRequest> {
  if (network?.chainNamespace !== 'solana') return evmPayment(payee.evm);
  const [rpcUrl] = network.rpcUrls.default.http;
  if (!rpcUrl) throw new BaseError('NO_RPC_URL', `The demo pays on ${SOLANA_LOCAL} only`);
  // Code that only Solana needs is loaded with the first payment there.
  const { buildSolanaPayment } = await import('./buildSolanaPayment.js');
  return buildSolanaPayment(rpcUrl, from, payee.solana);
}

function evmPayment({ to, value }: Payment): TransactionRequest {
  return { to, value };
}

/** EIP-712 data such as a payments page would request a signature for. */
function invoice(from: string, chainId: number | string | undefined): TypedData {
  return {
    domain: { name: 'Meridian', version: '1', chainId: Number(chainId ?? CHAIN_A) },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Invoice: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'memo', type: 'string' },
      ],
    },
    primaryType: 'Invoice',
    message: { from, to: PAYMENT.to, amount: PAYMENT.value.toString(), memo: 'November' },
  };
}
