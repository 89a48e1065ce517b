import { decodeFunctionData, erc20Abi, type Hex } from 'viem';

/** What the data of an EVM transaction calls: a token's function with its arguments, or how much data there is. */
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
