import { Refusal } from './walletFrame.js';

/** The status and code that a call of a wallet's service was refused with. */
export async function refused(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`;
    throw error;
  }
  return 'not refused';
}
