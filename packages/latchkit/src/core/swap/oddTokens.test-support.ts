/**
 * How a token differs from the standard: it returns nothing, its receivers get 2 % less than was sent, or it refuses to change an
 * approval that is not 0.
 */
export type OddToken = 'noReturnValue' | 'feeOnTransfer' | 'approvesOnce';

const TRANSFER = 'a9059cbb';
const TRANSFER_FROM = '23b872dd';
const APPROVE = '095ea7b3';

/** One byte, with a jump destination at its place. */
const at = (code: string) => (code.length / 2).toString(16).padStart(2, '0');

/** Copies the input to memory, and takes 2 % off the amount of a transfer. */
const TAKE_FEE = (() => {
  const start = '365f5f37' + '5f3560e01c';
  // Each jump names a place after it, so the lengths are fixed first.
  const build = (transfer: string, from: string, cut: string, end: string) => {
    const jumps = `8063${TRANSFER}1460${transfer}578063${TRANSFER_FROM}1460${from}5760${end}56`;
    const head = start + jumps;
    const first = `5b602460${cut}56`;
    const second = `5b604460${cut}56`;
    const reduce = '5b' + '80516062026064900490' + '52';
    return { head, first, second, reduce };
  };
  const blank = build('00', '00', '00', '00');
  const places = {
    transfer: at(blank.head),
    from: at(blank.head + blank.first),
    cut: at(blank.head + blank.first + blank.second),
    end: at(blank.head + blank.first + blank.second + blank.reduce),
  };
  const { head, first, second, reduce } = build(places.transfer, places.from, places.cut, places.end);
  return `${head}${first}${second}${reduce}5b`;
})();

/** Slot of the allowances in the storage of the token that the code runs. */
const ALLOWANCES = '01';

/** Reverts an approval of an amount while another is approved. Leaves the input at memory 0. */
const REFUSE_CHANGE = (() => {
  const build = (end: string) => {
    // Goes on if the selector is another one, or the amount is 0.
    const head = `5f3560e01c63${APPROVE}141560${end}576024351560${end}57`;
    // keccak256(spender, keccak256(owner, slot)): the place of the allowance.
    const place = `335f5260${ALLOWANCES}60205260405f206020526004355f5260405f20`;
    return `${head}${place}541560${end}575f5ffd5b`;
  };
  const blank = build('00');
  // The destination is the last byte.
  return build(((blank.length - 2) / 2).toString(16).padStart(2, '0'));
})();

/** Runtime code of a token that runs the code of another one on its own storage. */
export function oddTokenCode(standard: string, kind: OddToken): `0x${string}` {
  const input =
    kind === 'feeOnTransfer' ? TAKE_FEE : kind === 'approvesOnce' ? `${REFUSE_CHANGE}365f5f37` : '365f5f37';
  const call = `${input}5f5f365f73${standard.slice(2).toLowerCase()}5af4`;
  const answer = '3d5f5f3e3d5f';
  const refused = `60${at(`${call}600057${answer}fd`)}57${answer}fd`;
  if (kind !== 'noReturnValue') return `0x${call}${refused}5b${answer}f3`;
  const isQuiet = ['80', '81', '81']
    .map((copy, index) => {
      const selector = [APPROVE, TRANSFER, TRANSFER_FROM][index];
      return `${copy}63${selector}14${index === 0 ? '' : '17'}`;
    })
    .join('');
  const look = `5b5f3560e01c${isQuiet}`;
  const quiet = at(`${call}${refused}${look}600057${answer}f3`);
  return `0x${call}${refused}${look}60${quiet}57${answer}f35b00`;
}
