// ERC-4361: statement = 1*( reserved / unreserved / " " )
const STATEMENT = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/;

/** Whether `text` may be the statement of a sign-in message: one line of the characters that URIs have, and spaces. */
export function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}
