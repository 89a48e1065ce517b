/** The text when the chain gives no reason. */
const UNKNOWN = 'unknown reason';

const SENTENCES: Readonly<Record<string, string>> = {
  AccountNotFound: 'the account has no SOL to pay with',
  InsufficientFunds: 'insufficient funds',
  InsufficientFundsForFee: 'not enough SOL for the network fee',
  InsufficientFundsForRent: 'an account would be left with less SOL than it must hold',
  BlockhashNotFound: 'the transaction expired',
  AlreadyProcessed: 'the transaction was sent already',
};

/**
 * Describes why a transaction failed: the program's own log, else the chain's error name.
 *
 * @param err the error as nodes return it, for example `{ InstructionError: [0, { Custom: 1 }] }`.
 */
export function describeFailure(err: unknown, logs: readonly string[]): string {
  return loggedReason(logs) ?? wordFor(err) ?? UNKNOWN;
}

/**
 * Returns the last log of the failed program: Anchor's message, another program's `Error: …`, or the system program's
 * text.
 */
function loggedReason(logs: readonly string[]): string | undefined {
  for (const line of logs.slice(-200).reverse()) {
    const anchor = /^Program log: .*Error Message: (.{1,200}?)\.?$/.exec(line);
    const plain = /^Program log: Error: (.{1,200})$/.exec(line);
    const system = /^(?:Transfer|Create Account|Allocate)[^:]{0,20}: (.{1,200})$/.exec(line);
    const found = anchor?.[1] ?? plain?.[1] ?? system?.[1];
    if (found) return found;
  }
  return undefined;
}

function wordFor(err: unknown): string | undefined {
  if (typeof err === 'string') return sentence(err);
  if (typeof err !== 'object' || err === null) return undefined;
  const [[name, value] = []] = Object.entries(err);
  if (name === 'InstructionError' && Array.isArray(value)) return wordFor(value[1]);
  if (name === 'Custom') return `custom program error: 0x${Number(value).toString(16)}`;
  return name === undefined ? undefined : sentence(name);
}

/** Turns `MissingRequiredSignature` into 'missing required signature'. */
function sentence(name: string): string {
  const known = Object.hasOwn(SENTENCES, name) ? SENTENCES[name] : undefined;
  return known ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
