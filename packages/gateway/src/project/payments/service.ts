import { randomBytes } from 'node:crypto';
import {
  type CallInput,
  type createPaymentRequest,
  fromBase58,
  isBitcoinAddress,
  isEvmAddress,
  type Payment,
} from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Database } from '../../platform/ports/Database.js';
import { CHAIN_IDS } from '../chains/defaultUpstreams.js';
import type { RpcService } from '../chains/service.js';
import { readPayments, readPosition, readTransfersOf, shownPayment } from './paymentRows.js';
import { transferSourceOf } from './transferSourceOf.js';

const HOUR = 60 * 60_000;
/** Default and maximum milliseconds until a payment expires. */
const LIFE = HOUR;
const MAX_LIFE = 30 * 24 * HOUR;
/** Milliseconds for which late transfers are watched after that. On Solana and Bitcoin, nodes are asked for each recipient. */
const WATCHED = { eip155: 7 * 24 * HOUR, solana: 24 * HOUR, bip122: 24 * HOUR };

type Namespace = keyof typeof WATCHED;

/** Milliseconds for which a chain's answer counts whether payments from smart accounts would be seen, and in which it is given. */
const SIGHT = { life: 60_000, wait: 3_000 } as const;

export interface Payments {
  /**
   * @throws HttpError 400 `CHAIN_NOT_CONFIGURED`, `CHAIN_NOT_SUPPORTED`, `FINALITY_UNKNOWN`, `SMART_ACCOUNTS_UNSEEN` or `INVALID_BODY`, 409 `PAYMENT_AMBIGUOUS` while an open payment of the project
   * expects the same amount of the asset at the recipient; RpcError when no node of the chain responds.
   */
  create(
    projectId: string,
    terms: CallInput<typeof createPaymentRequest>,
    gone: AbortSignal,
  ): Promise<Payment>;
  /** @throws HttpError 404 `PAYMENT_NOT_FOUND`, also for a payment of another project. */
  read(projectId: string, id: string): Promise<Payment>;
}

export function payments(
  database: Database,
  rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes' | 'chainIds'>,
  now: () => number = Date.now,
): Payments {
  const sights = new Map<string, { readonly until: number; readonly answer: Promise<boolean> }>();
  /** Whether a payment would be seen if a smart account paid it; true also if that is not known. Tokens are seen in any case. */
  const seesSmartAccounts = async (chainId: string, token: string): Promise<boolean> => {
    if (token !== '') return true;
    const known = sights.get(chainId);
    if (known && known.until > now()) return known.answer;
    const source = transferSourceOf(rpc, chainId, AbortSignal.timeout(SIGHT.wait));
    const answer = source.seesSmartAccounts?.().catch(() => true) ?? Promise.resolve(true);
    sights.set(chainId, { until: now() + SIGHT.life, answer });
    return answer;
  };
  return {
    async create(projectId, { body }, gone) {
      const { namespace, chainId, token } = assetParts(body.asset);
      if (!rpc.chainIds.includes(chainId)) throw chainWithoutNode(chainId);
      const createdAt = now();
      const expiresAt = body.expiresAt ?? createdAt + LIFE;
      if (expiresAt <= createdAt || expiresAt > createdAt + MAX_LIFE)
        throw invalid('expiresAt: is not within the next 30 days');
      if (!ADDRESSES[namespace](body.recipient)) throw invalid('recipient: is not an address of the chain');
      if (namespace === 'solana' && body.confirmations !== undefined)
        throw invalid('confirmations: are not counted on Solana, which has its own finality');
      const recipient = stored(namespace, body.recipient);
      const source = transferSourceOf(rpc, chainId, gone);
      const refusal = await source.refusal?.(recipient, token);
      if (refusal !== undefined) throw invalid(refusal);
      const needsFinality = body.finality === 'finalized' && body.confirmations === undefined;
      if (needsFinality && !((await source.tellsFinality?.()) ?? true))
        throw new HttpError(
          400,
          'FINALITY_UNKNOWN',
          'The nodes of the chain do not tell which blocks are final: ask for confirmations instead',
        );
      if (body.smartAccounts && !(await seesSmartAccounts(chainId, token)))
        throw new HttpError(
          400,
          'SMART_ACCOUNTS_UNSEEN',
          'The nodes of the chain keep no history, so that no payment from a smart account would be seen: ask for a token instead',
        );
      const head = await source.head();
      if (head === undefined) throw new HttpError(503, 'CHAIN_UNAVAILABLE', 'The chain has no block');
      const id = `pay_${randomBytes(18).toString('base64url')}`;
      await database.transaction(async runner => {
        await runner.query(
          'insert into payment_chains (chain_id, number, hash) values ($1, $2, $3) on conflict do nothing',
          [chainId, head.number, head.hash],
        );
        // Waits for a step of the watcher, which knows this payment in its next step. A step that reads now leaves its place out.
        const position = await readPosition(runner, chainId, true);
        const watched = await runner.query(
          'select 1 from payments where chain_id = $1 and watched_until > $2 limit 1',
          [chainId, new Date(createdAt)],
        );
        // The blocks since the last watched payment are of no interest; a shorter chain was restarted.
        const isNew = watched.length === 0 || (position !== undefined && head.number < position.number);
        const start = isNew ? ', number = $2, hash = $3' : '';
        await runner.query(
          `update payment_chains set version = version + 1 ${start} where chain_id = $1`,
          isNew ? [chainId, head.number, head.hash] : [chainId],
        );
        const same = await runner.query(
          `select 1 from payments where project_id = $1 and chain_id = $2 and recipient = $3 and token = $4 and amount = $5
             and status = 'open' and expires_at > $6 limit 1`,
          [projectId, chainId, recipient, token, body.amount, new Date(createdAt)],
        );
        if (same.length > 0) {
          const message = 'An open payment expects the same amount at this recipient';
          throw new HttpError(409, 'PAYMENT_AMBIGUOUS', message);
        }
        await runner.query(
          `insert into payments (id, project_id, chain_id, recipient, token, amount, reference, finality, confirmations,
             created_at, expires_at, watched_until, from_number, from_hash)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
          [
            ...[id, projectId, chainId, recipient, token, body.amount, body.reference ?? null],
            ...[body.finality ?? 'included', body.confirmations ?? null],
            ...[new Date(createdAt), new Date(expiresAt), new Date(expiresAt + WATCHED[namespace])],
            ...[head.number, head.hash],
          ],
        );
      });
      return this.read(projectId, id);
    },
    async read(projectId, id) {
      const [found] = await readPayments(database, projectId, 'id = $2', [id]);
      if (!found) throw new HttpError(404, 'PAYMENT_NOT_FOUND', 'No payment has this id');
      const transfers = await readTransfersOf(database, found);
      const isSeen = await seesSmartAccounts(found.chainId, found.token);
      return { ...shownPayment(found, transfers), ...(isSeen ? {} : { smartAccounts: false }) };
    },
  };
}

/** Whether a text is an address of the namespace. */
const ADDRESSES: Readonly<Record<Namespace, (text: string) => boolean>> = {
  eip155: isEvmAddress,
  bip122: isBitcoinAddress,
  solana: text => fromBase58(text)?.length === 32,
};

function isNamespace(text: string | undefined): text is Namespace {
  return text !== undefined && Object.hasOwn(WATCHED, text);
}

/** The refusal of a chain without a node. A retry gets the same answer until the operator configures one. */
function chainWithoutNode(chainId: string): HttpError {
  if (!CHAIN_IDS.some(id => id === chainId))
    return new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'Chain is not supported');
  return new HttpError(400, 'CHAIN_NOT_CONFIGURED', 'The operator has configured no node of this chain');
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'INVALID_BODY', message);
}

/** @throws HttpError 400 `CHAIN_NOT_SUPPORTED` */
function assetParts(asset: string): { namespace: Namespace; chainId: string; token: string } {
  const [namespace, reference, token = ''] = asset.split(':');
  if (!isNamespace(namespace)) throw new HttpError(400, 'CHAIN_NOT_SUPPORTED', 'Chain is not supported');
  return { namespace, chainId: `${namespace}:${reference}`, token: stored(namespace, token) };
}

/** An address as it is stored and compared. */
function stored(namespace: Namespace, address: string): string {
  // Base58 distinguishes upper from lower case.
  const isBech32 = namespace === 'bip122' && /^(?:bc|tb|bcrt)1/i.test(address);
  return isBech32 || namespace === 'eip155' ? address.toLowerCase() : address;
}
