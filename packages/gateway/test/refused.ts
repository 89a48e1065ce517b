import { Refusal } from './wallet/walletFrame.js';

/** Status and code of a rejected call. */
export async function refused(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`;
    throw error;
  }
  return 'not refused';
}
