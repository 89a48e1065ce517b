import { walletConnectTimes } from '../walletConnectTimes.js';

const { fiveMinutes, oneDay, oneHour } = walletConnectTimes;

/** How a method's messages are sent: seconds stored, whether they wake a phone, and the specification's tags. */
export interface Method {
  readonly ttl: number;
  readonly prompt: boolean;
  readonly tag: number;
  readonly answerTag: number;
  /** Tag of a refusal, if it has a separate one. */
  readonly refusalTag?: number;
}

const method = (tag: number, ttl: number, prompt = false, refusalTag?: number): Method => ({
  tag,
  answerTag: tag + 1,
  ttl,
  prompt,
  ...(refusalTag === undefined ? {} : { refusalTag }),
});

/** The methods of the pairing and Sign APIs of WalletConnect v2. */
export const METHODS = {
  wc_pairingDelete: method(1000, oneDay),
  wc_pairingPing: method(1002, 30),
  wc_sessionPropose: method(1100, fiveMinutes, true, 1120),
  wc_sessionSettle: method(1102, fiveMinutes),
  wc_sessionUpdate: method(1104, oneDay),
  wc_sessionExtend: method(1106, oneDay),
  wc_sessionRequest: method(1108, fiveMinutes, true),
  wc_sessionEvent: method(1110, fiveMinutes, true),
  wc_sessionDelete: method(1112, oneDay),
  wc_sessionPing: method(1114, oneDay),
  wc_sessionAuthenticate: method(1116, oneHour, true, 1118),
} as const satisfies Record<string, Method>;

/** The name of a method. */
export type MethodName = keyof typeof METHODS;

/** Whether `name` is a method of the protocol. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}
