import { BaseError, type TransactionRequest, type TypedData } from 'latchkit';
import {
  useAccount,
  useBalance,
  useDisconnect,
  useModal,
  useNetwork,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
} from 'latchkit/react';
import { useState } from 'react';
import { CHAIN_A, CHAIN_B } from './demoNetworks.js';
import { FIRST_PAYEE } from './payees.js';

/** What the payment buttons of the panel send. */
const PAYMENT = { to: FIRST_PAYEE.to, value: FIRST_PAYEE.value };

const MESSAGE = 'Meridian asks you to confirm that this account is yours.';

/** What a host does with a connected wallet, all of it through the headless hooks. */
export function useHostActions(report: (error: unknown) => void) {
  const { address = '' } = useAccount();
  const { chainId } = useNetwork();
  const modal = useModal();
  const { signMessage } = useSignMessage();
  const { signTypedData } = useSignTypedData();
  const { sendTransaction } = useSendTransaction();
  const { sendCalls } = useSendCalls();
  const { switchNetwork } = useSwitchNetwork();
  const { disconnect } = useDisconnect();
  const { refresh } = useBalance();
  const [signature, setSignature] = useState('');
  const [transaction, setTransaction] = useState('');

  const run = <T>(answer: Promise<T>, show?: (value: T) => void) => void answer.then(show, report);
  const showPaid = (transaction: string) => {
    setTransaction(transaction);
    void refresh();
  };
  const unavailable = (name: string) => () =>
    report(new BaseError('VIEW_NOT_AVAILABLE', `${name} is not part of this version yet`));

  return {
    signature,
    transaction,
    pay: (payment: TransactionRequest) => {
      const answer = sendTransaction({ transaction: payment });
      run(answer, showPaid);
      return answer;
    },
    buttons: [
      ['Sign message', () => run(signMessage({ message: MESSAGE }), setSignature)],
      ['Sign typed data', () => run(signTypedData({ typedData: invoice(address, chainId) }), setSignature)],
      ['Send transaction', () => run(sendTransaction({ transaction: PAYMENT }), showPaid)],
      ['Send calls', () => run(sendCalls({ calls: [PAYMENT, PAYMENT] }), showPaid)],
      ['Switch network', () => run(switchNetwork(`eip155:${chainId === CHAIN_A ? CHAIN_B : CHAIN_A}`))],
      ['Disconnect', () => run(disconnect())],
      ['Open modal', () => modal.open()],
      ['Open swap', unavailable('Swap')],
      ['Open activity', unavailable('Activity')],
    ] satisfies readonly (readonly [string, () => void])[],
  };
}

/** EIP-712 data of a kind that a payments page would have signed. */
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
