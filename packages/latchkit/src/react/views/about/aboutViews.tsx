import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import type { IconName } from '../../runtime/icons.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useStyles } from '../../runtime/useStyles.js';
import { pointsCss } from '../../theme/points.css.gen.js';

const ABOUT_NETWORKS = 'https://ethereum.org/developers/docs/networks/';

/** Explains networks in three points. */
export function WhatIsANetworkView({ depth }: ViewProps) {
  const { text } = useModal();
  return (
    <ViewFrame title={text.t('networks.title')} kind="child" depth={depth}>
      <Hero
        title={text.t('networks.heading')}
        text={text.t('networks.text')}
        mark={
          <span className="lk-hero-glyph">
            <Icon name="globe" size="lg" />
          </span>
        }
      />
      <Points
        label={text.t('networks.points')}
        points={[
          { icon: 'globe', title: text.t('networks.manyTitle'), text: text.t('networks.manyText') },
          { icon: 'lock', title: text.t('networks.sameTitle'), text: text.t('networks.sameText') },
          { icon: 'coins', title: text.t('networks.feesTitle'), text: text.t('networks.feesText') },
        ]}
      />
      <div className="lk-actions">
        <Button variant="secondary" href={ABOUT_NETWORKS} icon="external">
          {text.t('networks.learn')}
        </Button>
      </div>
    </ViewFrame>
  );
}

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

export interface Point {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** A few short points on a card. */
function Points({ label, points }: { label: string; points: readonly Point[] }) {
  useStyles(pointsCss);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
    <ul className="lk-group lk-points" role="list" aria-label={label}>
      {points.map(point => (
        <li key={point.title} className="lk-row" data-static="">
          <span className="lk-glyph">
            <Icon name={point.icon} />
          </span>
          <span className="lk-point-text">
            <span className="lk-row-title">{point.title}</span>
            <span className="lk-row-sub">{point.text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
