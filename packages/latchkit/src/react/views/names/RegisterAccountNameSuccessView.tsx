import { openModal } from '../../../core/index.js';
import { ViewFrame } from '../../modal/ViewFrame.js';
import { Avatar } from '../../primitives/Avatar.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Ring } from '../../primitives/Ring.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';

/** The name that was just registered. */
export function RegisterAccountNameSuccessView({ depth }: ViewProps) {
  const { kit, text } = useModal();
  const chain = useKitState(state => state.namespaces.eip155);
  const address = chain?.account.address;
  return (
    <ViewFrame title={text.t('name.successTitle')} kind="task" depth={depth}>
      {address && chain.profileName && (
        <Hero
          mark={
            <Ring state="done" round>
              <Avatar address={address} size={72} />
            </Ring>
          }
          title={<bdi>{chain.profileName}</bdi>}
          text={text.t('name.successText')}
          live
        />
      )}
      <Button onClick={() => openModal(kit, { view: 'Account' })}>{text.t('name.done')}</Button>
    </ViewFrame>
  );
}
