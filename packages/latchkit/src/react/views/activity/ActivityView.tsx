import { type ReactNode, useEffect, useRef } from 'react';
import { type AccountTransaction, loadActivity } from '../../../core/index.js';
import { checkPending, isFeatureOffered } from '../../../internal/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import type { Text } from '../../runtime/createText.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { activityCss } from '../../theme/activity.css.gen.js';
import { useConnectedChain } from '../useConnectedChain.js';
import { ActivityEmpty } from './ActivityEmpty.js';
import { ActivityRow } from './ActivityRow.js';
import { SentRow } from './SentRow.js';
import { useApprovalRows } from './useApprovalRows.js';
import { useOwnNames } from './useOwnNames.js';
import { useSentHere } from './useSentHere.js';

/** The account's activity on its network, newest first, with pending payments on top. */
export function ActivityView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useConnectedChain();
  const offered = useKitState(state => isFeatureOffered(state, 'activity'));
  const activity = useKitState(state => state.activity);
  const account = chain?.account.caipAddress;
  const { pending, settled, others } = useSentHere(chain, activity);
  const Approvals = useApprovalRows();
  const names = useOwnNames(chain);
  useStyles(activityCss);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network has another history
  useEffect(() => {
    if (offered) void loadActivity(kit);
    checkPending(kit);
  }, [kit, offered, account]);
  const title = text.t('activity.title');
  if (!chain || !account)
    return (
      <ViewFrame title={title} kind="child" depth={depth}>
        {null}
      </ViewFrame>
    );
  const isCurrent = activity.account === account;
  const { status, next } = activity;
  const transactions = isCurrent ? others : [];
  const groups = groupByDate(text, transactions, new Date());
  const waits = offered && (!isCurrent || (status === 'loading' && transactions.length === 0));
  const here = [...pending, ...settled];
  return (
    <ViewFrame title={title} kind="child" depth={depth}>
      {Approvals && <Approvals />}
      {here.length > 0 && (
        <Section title={text.t('activity.pending')} hidden={pending.length === 0}>
          {here.map(one => (
            <SentRow key={one.hash} transaction={one} names={names} />
          ))}
        </Section>
      )}
      {groups.map(group => (
        <Section key={group.title} title={group.title}>
          {group.transactions.map(one => (
            <ActivityRow key={one.id} transaction={one} network={chain.network} names={names} />
          ))}
        </Section>
      ))}
      {waits && <SkeletonRows label={text.t('activity.loading')} shape="coin" />}
      {!waits && groups.length === 0 && (here.length === 0 || status === 'error') && (
        <ActivityEmpty failed={status === 'error'} network={chain.network.name} />
      )}
      {isCurrent && next && (
        <MoreSentinel onNear={() => void loadActivity(kit, { more: true })}>
          <Button
            variant="quiet"
            size="md"
            busy={status === 'loading'}
            onClick={() => void loadActivity(kit, { more: true })}
          >
            {text.t('activity.more')}
          </Button>
        </MoreSentinel>
      )}
    </ViewFrame>
  );
}

interface SectionProps {
  title: string;
  /** Hides the title visually, because the rows are self-explanatory. */
  hidden?: boolean;
  children: React.ReactNode;
}

function Section({ title, hidden, children }: SectionProps) {
  return (
    <>
      <div className={hidden ? 'lk-sr' : 'lk-section'}>
        <h3 className="lk-section-title">{title}</h3>
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one */}
      <ul className="lk-group" role="list" aria-label={title}>
        {children}
      </ul>
    </>
  );
}

/** Calls `onNear` when the end of the list is close enough to load the next page. */
function MoreSentinel({ onNear, children }: { onNear: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  near.current = onNear;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const root = element.closest('.lk-body');
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near.current();
      },
      { root, rootMargin: '160px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  });
  return (
    <div ref={place} className="lk-actions">
      {children}
    </div>
  );
}

export interface DateGroup {
  readonly title: string;
  readonly transactions: readonly AccountTransaction[];
}

/**
 * Groups transactions by the visitor's local date, in their order: Today, Yesterday, 12 May, and in another year 12
 * May 2025.
 */
export function groupByDate(
  text: Pick<Text, 't' | 'locale'>,
  transactions: readonly AccountTransaction[],
  now: Date,
): readonly DateGroup[] {
  const groups = new Map<string, AccountTransaction[]>();
  for (const transaction of transactions) {
    const title = dayTitle(text, new Date(transaction.metadata.minedAt), now);
    const group = groups.get(title);
    if (group) group.push(transaction);
    else groups.set(title, [transaction]);
  }
  return [...groups].map(([title, list]) => ({ title, transactions: list }));
}

function dayTitle({ t, locale }: Pick<Text, 't' | 'locale'>, date: Date, now: Date): string {
  // Some sources report no time for their newest entries, so count them as today.
  if (Number.isNaN(date.getTime()) || isSameDay(date, now)) return t('activity.today');
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(date, yesterday)) return t('activity.yesterday');
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  // English puts the day before the month, like the other texts.
  const tag = locale === 'en' ? 'en-GB' : locale;
  return new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', ...year }).format(date);
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
