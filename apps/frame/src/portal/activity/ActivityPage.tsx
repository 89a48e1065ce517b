import { type CallResponse, readActivityCall, type readActivityRequest } from 'latchkit/protocol';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../review/model/visibleText.js';
import { ActButton } from '../parts/ActButton.js';
import { Glyph } from '../parts/Glyph.js';
import { Icon } from '../parts/Icon.js';
import type { IconName } from '../parts/icons.js';
import { PageHead } from '../parts/PageHead.js';
import { Problem } from '../parts/Problem.js';
import { Skeleton } from '../parts/Skeleton.js';
import { Unreachable } from '../parts/Unreachable.js';
import { usePortal } from '../runtime/PortalContext.js';
import { siteOf } from '../runtime/siteOf.js';
import { useAction } from '../runtime/useAction.js';
import { type Entry, groupLogins, type Shown } from './groupLogins.js';

type Page = CallResponse<typeof readActivityCall>;

/** Pictures of actions, by the start of their names. */
const ICONS: readonly (readonly [string, IconName])[] = [
  ['sign-in', 'logIn'],
  ['session', 'logOut'],
  ['wallet.freeze', 'snowflake'],
  ['wallet.export', 'download'],
  ['wallet.delete', 'trash'],
  ['email', 'mail'],
  ['login', 'logIn'],
  ['approval-address', 'mail'],
];

/** What the filters show, by the start of the actions' names. The rest are changes. */
const KINDS = {
  'activity.logins': ['sign-in', 'session'],
  'activity.devices': ['installation', 'set', 'half', 'recovery'],
} as const;

/** A filter. */
type Kind = 'activity.all' | 'activity.changes' | keyof typeof KINDS;

const FILTERS: readonly Kind[] = ['activity.all', 'activity.logins', 'activity.devices', 'activity.changes'];

function kindOf({ action }: Entry): Kind {
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, readonly string[]][];
  return (
    kinds.find(([, starts]) => starts.some(start => action.startsWith(start)))?.[0] ?? 'activity.changes'
  );
}

/** What happened with the wallet, from the audit logs of both services. */
export function ActivityPage() {
  const { portal, text, day } = usePortal();
  const [pages, setPages] = useState<readonly Page[]>([]);
  const cursor = pages.at(-1)?.cursor;
  const more = useAction(async () => {
    const body = cursor === undefined ? {} : { cursor };
    const page = await portal.call<typeof readActivityRequest>(readActivityCall, { body });
    setPages([...pages, page]);
  });
  const first = useRef(more.run);
  useEffect(() => void first.current(), []);
  const [filter, setFilter] = useState<Kind>('activity.all');
  const entries = groupLogins(pages.flatMap(page => page.entries)).filter(
    ({ entry, steps }) => filter === 'activity.all' || [entry, ...steps].some(one => kindOf(one) === filter),
  );
  return (
    <>
      <PageHead title={text('page.activity')}>
        <p>{text('activity.text')}</p>
      </PageHead>
      {pages.length === 0 && more.isBusy && <Skeleton />}
      {pages.length === 0 && more.problem !== undefined && <Unreachable onRetry={() => void more.run()} />}
      <fieldset className="pt-acts" aria-label={text('activity.show')}>
        {FILTERS.map(kind => (
          <button
            key={kind}
            type="button"
            className="pt-btn"
            data-variant="chip"
            data-size="sm"
            aria-pressed={kind === filter}
            onClick={() => setFilter(kind)}
          >
            {text(kind)}
          </button>
        ))}
      </fieldset>
      {pages.length > 0 && entries.length === 0 && <p className="pt-note">{text('activity.none')}</p>}
      {pages.some(({ isPartial }) => isPartial) && <p className="pt-note">{text('activity.partial')}</p>}
      {[...groupByDay(entries, day)].map(([name, ofDay]) => (
        <section key={name} className="pt-block">
          <h2>{name}</h2>
          <ul className="pt-rows">
            {ofDay.map(shown => {
              const { at, service, action, login } = shown.entry;
              return <EntryRow key={`${at} ${service} ${action} ${login ?? ''}`} shown={shown} />;
            })}
          </ul>
        </section>
      ))}
      {pages.length > 0 && <Problem error={more.problem} />}
      {cursor !== undefined && (
        <div className="pt-acts">
          <ActButton action={more} variant="secondary">
            {text('activity.older')}
          </ActButton>
        </div>
      )}
    </>
  );
}

/** The entries by day, in their order. */
function groupByDay(entries: readonly Shown[], day: (at: string) => string): ReadonlyMap<string, Shown[]> {
  const days = new Map<string, Shown[]>();
  for (const shown of entries) {
    const name = day(shown.entry.at);
    days.set(name, [...(days.get(name) ?? []), shown]);
  }
  return days;
}

function EntryRow({ shown: { entry, steps } }: { readonly shown: Shown }) {
  const { text, time } = usePortal();
  const { action, at, device } = entry;
  const icon = ICONS.find(([start]) => action.startsWith(start))?.[1] ?? 'monitor';
  const hasLogin = steps.length > 0 && device !== undefined;
  const isNew = steps.some(step => step.action === 'set.enrol');
  const row = (
    <>
      <Glyph name={icon} />
      <div>
        <b>
          {hasLogin
            ? text('activity.loggedIn', { browser: visibleText(device.browser) })
            : text(`activity.${action}`)}
          {isNew && <span className="pt-tag">{text('activity.set.enrol')}</span>}
        </b>
        {device && (
          <small>
            <bdi>{siteOf(device.hostOrigin)}</bdi>
            {!hasLogin && (
              <>
                {' · '}
                <bdi>{visibleText(device.browser)}</bdi>
              </>
            )}
          </small>
        )}
      </div>
      <span className="pt-value">{time(at)}</span>
    </>
  );
  if (steps.length === 0) return <li className="pt-row">{row}</li>;
  return (
    <li>
      <details className="pt-more">
        <summary className="pt-row">
          {row}
          <Icon name="forward" />
        </summary>
        <ol className="pt-steps">
          {steps.map(step => (
            <li key={`${step.service} ${step.action}`}>
              <span>{text(`activity.${step.action}`)}</span>
              <span className="pt-value">{time(step.at)}</span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}
