/** The visitor refused: the code of EIP-1193, which wallets of other namespaces use too, and that of ethers. */
const CODES: ReadonlySet<unknown> = new Set([4001, '4001', 'ACTION_REJECTED', 'USER_REJECTED']);

const DONE =
  '(?:reject(?:s|ed)?|den(?:y|ied)|declined?|cancel(?:s|l?ed)?|disapproved|refused|abort(?:ed)?|dismissed|closed)';
const BY_USER = '(?:by|from) (?:the )?user';
const THING =
  '(?:sign(?:ing|ature)?|connect(?:ion)?|transaction|tx|message|approval|authorization|action|operation|login|account access|permission)';
const WINDOW = '(?:plugin|pop-?up|window|modal|extension)';

/** A sentence that says so wherever it stands: the visitor is named. */
const SENTENCE = new RegExp(
  `^(?:the )?user (?:has |have )?${DONE}\\b|^connection request reset$|\\b${DONE} ${BY_USER}\\??$`,
  'i',
);
/** A whole text that says so without naming anybody. A longer text is about something else, such as a contract or a fee. */
const WHOLE = new RegExp(
  `^(?:${DONE}|(?:the )?(?:(?:${THING} )?request|${THING})(?: (?:was|is|has been|got))? ${DONE}|${WINDOW} (?:was )?closed)$`,
  'i',
);

/** What chains, not visitors, say with the same words. */
const OF_CHAIN = /\brevert/i;

/** Characters of a text that are read. */
const READ = 400;

/**
 * Whether a wallet's error says that the visitor refused, for every namespace: by code, or by the words of wallets that have none.
 *
 * @param error What was thrown, whatever its form: an error, an object in one, or a bare text.
 */
export function isRefusal(error: unknown): boolean {
  return errorLayers(error).some(layer =>
    typeof layer === 'string' ? isRefusalText(layer) : CODES.has(layer.code),
  );
}

/** Whether a wallet's text says that the visitor refused. */
export function isRefusalText(text: string): boolean {
  const read = text.slice(0, READ).trim();
  if (OF_CHAIN.test(read)) return false;
  const [first = ''] = read.replace(/^(?:(?:\w*Error|Uncaught[^:]*): |-\d+\/)/, '').split('\n');
  if (WHOLE.test(first.replace(/[\s.!]+$/, ''))) return true;
  return read.split(/[:;.!,\n(){}"“”]+/).some(sentence => SENTENCE.test(sentence.trim()));
}

/** Where libraries and wallets put the error that they wrap, and its texts. */
const INSIDE = ['cause', 'error', 'data', 'originalError', 'info'];
const TEXTS = ['message', 'details', 'shortMessage', 'reason'];

/** How many objects of an error are read. */
const MOST = 8;

/** An object or text of an error. */
export type ErrorLayer = string | Readonly<Record<string, unknown>>;

/** Lists the objects of an error and their texts, the outermost first. Getters of a hostile error may throw. */
export function errorLayers(error: unknown): readonly ErrorLayer[] {
  const found: ErrorLayer[] = [];
  const objects: unknown[] = [error];
  for (let at = 0; at < Math.min(objects.length, MOST); at++) {
    const one = objects[at];
    if (typeof one === 'string') found.push(one);
    if (typeof one !== 'object' || one === null) continue;
    const layer = one as Readonly<Record<string, unknown>>;
    found.push(Object.fromEntries(['code', 'name'].map(name => [name, read(layer, name)])));
    for (const name of TEXTS) {
      const text = read(layer, name);
      if (typeof text === 'string') found.push(text);
    }
    for (const name of INSIDE) {
      const inside = read(layer, name);
      if (typeof inside === 'object' || name === 'error') objects.push(inside);
    }
  }
  return found;
}

function read(object: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return object[name];
  } catch {
    return undefined;
  }
}
