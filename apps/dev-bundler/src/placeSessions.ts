import { readFileSync } from 'node:fs';
import { SMART_SESSIONS, type SmartSessionsContract } from 'latchkit/protocol';
import type { Hex } from 'viem';
import { type DevelopmentChain, hasCode } from './DevelopmentChain.js';

/** The contracts of contracts/sessions.sol, and what each stands in for. */
const STAND_INS: Readonly<Record<SmartSessionsContract, string>> = {
  adapter: 'Adapter',
  sessions: 'Sessions',
  keyValidator: 'KeyValidator',
  timeFrame: 'TimeFrame',
  spendingLimit: 'SpendingLimit',
  valueLimit: 'ValueLimit',
};

/**
 * Places stand-ins for the contracts of permissions at their addresses. No package has the code of Smart Sessions 1.0, so it can't be
 * deployed here.
 */
export async function placeSessions(chain: DevelopmentChain): Promise<void> {
  const file = new URL('../contracts/sessions.json', import.meta.url);
  const code = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Hex>>;
  for (const [part, address] of Object.entries(SMART_SESSIONS)) {
    const bytecode = code[STAND_INS[part as SmartSessionsContract]];
    if (bytecode === undefined) throw new Error(`There is no stand-in for ${part}.`);
    if (!(await hasCode(chain, address))) await chain.test.setCode({ address, bytecode });
  }
}
