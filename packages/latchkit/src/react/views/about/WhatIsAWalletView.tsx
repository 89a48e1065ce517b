import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { Points } from './Points.js';

/** A public list of wallets that no wallet vendor maintains. */
const FIND_A_WALLET = 'https://ethereum.org/wallets/find-wallet/';

/** Explains wallets in three points, and how to get one. */
export function WhatIsAWalletView({ depth }: ViewProps) {
  const { text } = useModal();
  return (
    <ViewFrame title={text.t('wallet.title')} kind="child" depth={depth}>
      <Hero
        title={text.t('wallet.heading')}
        text={text.t('wallet.text')}
        mark={
          <span className="lk-hero-glyph">
            <Icon name="lock" size="lg" />
          </span>
        }
      />
      <Points
        label={text.t('wallet.points')}
        points={[
          { icon: 'coins', title: text.t('wallet.holdTitle'), text: text.t('wallet.holdText') },
          { icon: 'shield', title: text.t('wallet.loginTitle'), text: text.t('wallet.loginText') },
          { icon: 'done', title: text.t('wallet.approveTitle'), text: text.t('wallet.approveText') },
        ]}
      />
      <div className="lk-actions">
        <Button href={FIND_A_WALLET} icon="external">
          {text.t('wallet.get')}
        </Button>
      </div>
    </ViewFrame>
  );
}
