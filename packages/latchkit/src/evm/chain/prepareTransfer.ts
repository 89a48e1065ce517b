import type { PreparedTransfer, TransferRequest } from '../../core/adapter/Transaction.js';
import { readQuantity } from '../provider/quantity.js';
import { checkedAddress } from './checkedAddress.js';
import type { Reader } from './createReaders.js';
import { estimateGas } from './estimateGas.js';
import { readFactor } from './readFactor.js';
import { readDataFee, readFees } from './readFees.js';
import { readTokenRefusal } from './readTokenRefusal.js';
import { transferCall, word } from './transferCall.js';

/** Selector of ERC-20's `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';
/** Code of an account with a delegation (EIP-7702), which is still an account. */
const DELEGATION = /^0xef0100/i;

/** Returns what a payment costs and the maximum amount. @throws when the node cannot be reached. */
export async function prepareTransfer(
  reader: Reader,
  request: Omit<TransferRequest, 'connectorId'>,
): Promise<PreparedTransfer> {
  const { address, amount, token } = request;
  const to = checkedAddress(request.to);
  const ask = (method: string, params: readonly unknown[]) => reader.request({ method, params });
  const [nativeAvailable, held, factor, code, ownCode, fees, dataFee] = await Promise.all([
    ask('eth_getBalance', [address, 'latest']).then(readQuantity),
    token && readBalance(reader, token.address, address),
    token && readFactor(reader, token.address),
    ask('eth_getCode', [to, 'latest']),
    ask('eth_getCode', [address, 'latest']),
    readFees(reader),
    readDataFee(reader),
  ]);
  const available = held ?? nativeAvailable;
  // An amount above the balance can't be estimated; the fee of a zero payment is the same.
  const estimated = amount > available ? 0n : amount;
  const call = transferCall({ to, amount: estimated, token: token?.address });
  const [{ gas, refusal: revert }, refused] = await Promise.all([
    estimateGas(reader, address, call),
    readTokenRefusal(reader, address, call),
  ]);
  const refusal = revert ?? refused;
  const fee = gas * fees.maxFeePerGas + dataFee;
  const most = token ? available : available - fee;
  return {
    fee,
    available,
    max: most > 0n ? most : 0n,
    nativeAvailable,
    rent: 0n,
    receiverIsContract: isContract(code),
    senderIsContract: isContract(ownCode),
    ...(factor === undefined ? {} : { factor }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

const isContract = (code: unknown) => typeof code === 'string' && code.length > 2 && !DELEGATION.test(code);

async function readBalance(reader: Reader, token: string, address: string): Promise<bigint> {
  const call = { to: token, data: `${BALANCE_OF}${word(BigInt(address))}` };
  const answer = await reader.request({ method: 'eth_call', params: [call, 'latest'] });
  // An address without a contract returns no data.
  return answer === '0x' ? 0n : readQuantity(answer);
}
