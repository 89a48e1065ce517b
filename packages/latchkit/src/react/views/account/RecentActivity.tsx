import { useEffect } from 'react';
import { loadActivity, type NamespaceState } from '../../../core/index.js';
import { checkPending, navigate } from '../../../internal/index.js';
import { Button } from '../../primitives/Button.js';
import { Group } from '../../primitives/Group.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { activityCss } from '../../theme/activity.css.gen.js';
import { ActivityEmpty } from '../activity/ActivityEmpty.js';
import { ActivityRow } from '../activity/ActivityRow.js';
import { SentRow } from '../activity/SentRow.js';
import { useApprovalRows } from '../activity/useApprovalRows.js';
import { useOwnNames } from '../activity/useOwnNames.js';
import { useSentHere } from '../activity/useSentHere.js';

/** Number of rows; the Activity view shows everything. */
const ROWS = 4;

/** The account's latest activity. */
export function RecentActivity({ chain }: { chain: NamespaceState }) {
  const { kit, text } = useModal();
  const activity = useKitState(state => state.activity);
  const { pending, settled, others } = useSentHere(chain, activity);
  const Approvals = useApprovalRows();
  const names = useOwnNames(chain);
  useStyles(activityCss);
  const account = chain.account.caipAddress;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network has another history
  useEffect(() => {
    void loadActivity(kit);
    checkPending(kit);
  }, [kit, account]);
  const isCurrent = activity.account === account;
  const { status } = activity;
  const listed = isCurrent ? others : [];
  const here = [...pending, ...settled].slice(0, ROWS);
  const rows = listed.slice(0, ROWS - here.length);
  const waits = status === 'loading' && listed.length === 0;
  const isEmpty = here.length + rows.length === 0;
  return (
    <>
      {Approvals && <Approvals />}
      {!isEmpty && (
        <Group label={text.t('activity.list')}>
          {here.map(one => (
            <SentRow key={one.hash} transaction={one} names={names} />
          ))}
          {rows.map(one => (
            <ActivityRow key={one.id} transaction={one} network={chain.network} names={names} />
          ))}
        </Group>
      )}
      {waits && <SkeletonRows label={text.t('activity.loading')} shape="coin" />}
      {isEmpty && !waits && isCurrent && (
        <ActivityEmpty failed={status === 'error'} network={chain.network.name} card />
      )}
      {listed.length > 0 && (
        <Button
          variant="quiet"
          size="md"
          returnKey="all-activity"
          onClick={() => navigate(kit, { name: 'Activity' })}
        >
          {text.t('activity.viewAll')}
        </Button>
      )}
    </>
  );
}
