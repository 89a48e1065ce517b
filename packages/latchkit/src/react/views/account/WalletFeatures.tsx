import type { View } from '../../../core/index.js';
import { navigate, type WalletFeature, walletFeatures } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import type { Text } from '../../runtime/createText.js';
import type { IconName } from '../../runtime/icons.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

interface Act {
  readonly icon: IconName;
  readonly view: View;
  readonly label: (text: Text) => string;
}

const ACTS: Partial<Record<WalletFeature, Act>> = {
  receive: { icon: 'receive', view: { name: 'Receive' }, label: text => text.t('account.receive') },
  send: { icon: 'send', view: { name: 'Send' }, label: text => text.t('account.send') },
};

/** The wallet's actions in the order onramp, swaps, receive, send; only those that have a view. */
export function WalletFeatures() {
  const { kit, text } = useModal();
  const features = useKitState(state => walletFeatures(state).join()).split(',') as WalletFeature[];
  const acts = features.flatMap(feature => {
    const act = ACTS[feature];
    return act ? [{ feature, ...act }] : [];
  });
  if (acts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: actions are not a fieldset of a form
    <div className="lk-acts" role="group" aria-label={text.t('account.actions')}>
      {acts.map(({ feature, icon, view, label }) => (
        <button
          key={feature}
          className="lk-act"
          type="button"
          data-return={feature}
          onClick={() => navigate(kit, view)}
        >
          <Icon name={icon} />
          <span>{label(text)}</span>
        </button>
      ))}
    </div>
  );
}
