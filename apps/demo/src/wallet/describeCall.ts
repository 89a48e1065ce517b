import { decodeFunctionData, erc20Abi, type Hex } from 'viem';

/** Describes the data of an EVM transaction: a token function with its arguments, or the size of the data. */
export function describeCall(data: Hex): string {
  const size = (data.length - 2) / 2;
  if (size === 0) return 'None';
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: erc20Abi, data });
    return `${functionName}(${args.join(', ')})`;
  } catch {
    return `${data.slice(0, 10)}, ${size} bytes`;
  }
}
