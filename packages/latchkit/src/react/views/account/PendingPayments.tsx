import type { ChainState } from '../../../core/index.js';
import { Group } from '../../primitives/Group.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { activityCss } from '../../theme/activity.css.gen.js';
import { SentRow } from '../activity/SentRow.js';
import { useSentHere } from '../activity/useSentHere.js';

/** Payments sent from here that are still pending, newest first. */
export function PendingPayments({ chain }: { chain: ChainState }) {
  const { text } = useModal();
  const activity = useKitState(state => state.activity);
  const { pending } = useSentHere(chain, activity);
  useStyles(activityCss);
  if (pending.length === 0) return null;
  return (
    <Group label={text.t('activity.sendingNow')}>
      {pending.map(one => (
        <SentRow key={one.hash} transaction={one} />
      ))}
    </Group>
  );
}
