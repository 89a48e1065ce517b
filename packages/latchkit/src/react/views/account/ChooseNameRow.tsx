import { navigate } from '../../../internal/index.js';
import { Icon } from '../../primitives/Icon.js';
import { ListItem } from '../../primitives/ListItem.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** Leads to the registration of a name, for an account of the embedded wallet without one. */
export function ChooseNameRow() {
  const { kit, text, views } = useModal();
  const isOffered = useKitState(
    ({ names, namespaces, activeNamespace }) =>
      activeNamespace === 'eip155' && !!names?.suffix && !namespaces.eip155?.profileName,
  );
  if (!isOffered) return null;
  return (
    <ListItem
      leading={
        <span className="lk-glyph">
          <Icon name="certified" />
        </span>
      }
      title={text.t('name.title')}
      end="forward"
      returnKey="name"
      onIntent={() => void views.load('RegisterAccountName')}
      onClick={() => navigate(kit, { name: 'RegisterAccountName' })}
    />
  );
}
