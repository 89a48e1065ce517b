import { ViewFrame } from '../../modal/ViewFrame.js';
import { Button } from '../../primitives/Button.js';
import { Hero } from '../../primitives/Hero.js';
import { Icon } from '../../primitives/Icon.js';
import type { ViewProps } from '../../runtime/createViewLoader.js';
import { useModal } from '../../runtime/ModalContext.js';
import { Points } from './Points.js';

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
