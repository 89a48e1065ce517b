/** Only the record has values with this mark: it makes them in `waysIn.ts`. */
declare const MADE: unique symbol;

/** What a way in gives to the one who completes it. */
export type Gain = 'session' | 'share' | 'approval' | 'signature' | 'login' | 'protection' | 'deletion';

/**
 * One way by which a browser, a script or a server obtains something of a wallet. The texts are for `docs/security/ways-in.md`, which
 * is made from them.
 */
export interface WayInRow {
  readonly title: string;
  readonly gives: Gain;
  /** What completes it: a request, a command, or a press on a page. */
  readonly ends: string;
  /** The functions that complete it, `FILE#FUNCTION`. Files of the wallet are named from the folder `wallet`, others from the root. */
  readonly by: readonly string[];
  /** Who may start it. */
  readonly starts: string;
  /** What ties its start to the browser that completes it. */
  readonly tie: string;
  /** Where it may return to. */
  readonly returnsTo: string;
  /** What the wallet service's page shows, and which press it asks for. */
  readonly shows: string;
  /** What the vault proves on its own. */
  readonly vault: string;
  /** Which factor of the wallet it needs. */
  readonly factor: string;
  /** Who is told by email. */
  readonly mails: string;
  /** What a repetition does. */
  readonly replay: string;
  /** Which limits it spends. */
  readonly budget: string;
  /** What remains possible, and what the operator can do about it. Null: nothing that is known. */
  readonly residual: string | null;
}

/**
 * A way in. A function that writes a session, a share, a grant, a login or a deletion takes one, so that nothing writes these without
 * a row of the record.
 */
export interface WayIn<Id extends string = string> extends WayInRow {
  readonly id: Id;
  readonly [MADE]: true;
}

/** What an entry of the audit log says about the way that it records. */
export const usedWay = ({ id }: WayIn) => ({ way: id });
