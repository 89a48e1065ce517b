// ERC-4361: statement = 1*( reserved / unreserved / " " )
const STATEMENT = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/;

/** Whether `text` is a valid statement of a sign-in message: one line of URI characters and spaces. */
export function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}
