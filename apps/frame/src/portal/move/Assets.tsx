import { readHoldingsCall, type readHoldingsRequest, type WalletAccount } from 'latchkit/protocol';
import { useEffect, useState } from 'react';
import { visibleText } from '../../review/model/visibleText.js';
import { Glyph } from '../parts/Glyph.js';
import { Problem } from '../parts/Problem.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { useAction } from '../runtime/useAction.js';
import { useLoaded } from '../runtime/useLoaded.js';
import { type Holding, type MoveOutcome, moveAsset } from './moveAsset.js';

export interface AssetsProps {
  readonly from: WalletAccount;
  readonly to: WalletAccount;
  /** Called with the number of holdings that are not sent yet. */
  readonly onRest: (count: number) => void;
}

/** The outcome of each transfer, by the holding's key. */
type Outcomes = Readonly<Record<string, MoveOutcome | 'sending'>>;

const keyOf = ({ chainId, account, token }: Holding) => `${chainId} ${account} ${token}`;

/** What the old wallet holds, to send to the new one, each on its own or all of it. */
export function Assets({ from, to, onRest }: AssetsProps) {
  const { portal, text } = usePortal();
  const { walletId } = from;
  const { value, problem, reload } = useLoaded(() =>
    portal.call<typeof readHoldingsRequest>(readHoldingsCall, { params: { id: walletId } }),
  );
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  // Tokens first: the native currency pays their fees.
  const holdings = [...(value?.holdings ?? [])].sort(
    (one, other) => Number(!one.token) - Number(!other.token),
  );
  const rest = holdings.filter(one => outcomes[keyOf(one)] !== 'moved');
  const count = value && rest.length;
  useEffect(() => {
    if (count !== undefined) onRest(count);
  }, [count, onRest]);
  const send = useAction(async (signal, wanted: readonly Holding[]) => {
    const failed = new Set<string>();
    for (const holding of wanted) {
      const payer = `${holding.chainId} ${holding.account}`;
      // What is left pays for another try.
      if (holding.token === null && failed.has(payer)) continue;
      const note = (outcome: Outcomes[string]) =>
        setOutcomes(before => ({ ...before, [keyOf(holding)]: outcome }));
      note('sending');
      const parties = { portal, walletId, from: from.addresses, to: to.addresses, signal };
      const outcome = await moveAsset(holding, parties).catch(error => {
        note('failed');
        throw error;
      });
      note(outcome);
      if (outcome !== 'moved') failed.add(payer);
    }
  });
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <Unreachable onRetry={() => void reload()} />;
  return (
    <section className="pt-block" aria-labelledby="assets">
      <h2 id="assets">{text('move.assets')}</h2>
      {holdings.length === 0 && <p>{text('move.none')}</p>}
      <ul className="pt-rows">
        {holdings.map(holding => (
          <AssetRow
            key={keyOf(holding)}
            holding={holding}
            outcome={outcomes[keyOf(holding)]}
            isBusy={send.isBusy}
            onSend={() => void send.run([holding])}
          />
        ))}
      </ul>
      {value.unread.length > 0 && (
        <p className="pt-note">{text('move.unread', { networks: value.unread.join(', ') })}</p>
      )}
      <Problem error={send.problem} />
      <div className="pt-acts">
        {rest.length > 1 && (
          <button
            type="button"
            className="pt-btn"
            data-variant="primary"
            disabled={send.isBusy}
            onClick={() => void send.run(rest)}
          >
            {text('move.all')}
          </button>
        )}
        <button
          type="button"
          className="pt-btn"
          data-variant="quiet"
          disabled={send.isBusy}
          onClick={() => void reload().then(() => setOutcomes({}))}
        >
          {text('move.again')}
        </button>
      </div>
    </section>
  );
}

interface AssetRowProps {
  readonly holding: Holding;
  readonly outcome: Outcomes[string] | undefined;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

function AssetRow({ holding, outcome, isBusy, onSend }: AssetRowProps) {
  const { text } = usePortal();
  const { amount, symbol, account, network } = holding;
  const asset = `${amount} ${visibleText(symbol)}`;
  return (
    <li className="pt-row">
      <Glyph name={outcome === 'moved' ? 'done' : 'wallet'} />
      <div>
        <b>
          <bdi>{asset}</bdi>
        </b>
        <small>
          {network} {account === 'smart' && text('move.smart')}
        </small>
        <small role="status">{outcome && text(`move.${outcome}`)}</small>
      </div>
      {outcome !== 'moved' && (
        <button
          type="button"
          className="pt-btn"
          data-variant="secondary"
          data-size="sm"
          aria-label={text('move.oneNamed', { asset: `${asset}, ${network}` })}
          disabled={isBusy}
          onClick={onSend}
        >
          {text('move.one')}
        </button>
      )}
    </li>
  );
}
