import type { Review } from '../model/Review.js';

const NOTHING = { risk: 'R1', changes: [], warnings: [], blocks: [], raw: [] } as const;

/** Reviews that a new installation on a site may open this browser's wallet. */
export function reviewProvision(hostOrigin: string): Review {
  const { host: site } = new URL(hostOrigin);
  return {
    ...NOTHING,
    action: { text: 'action.useWallet', slots: { site } },
    facts: [
      { label: 'fact.siteLearns', value: { text: 'value.siteLearns' } },
      { label: 'fact.siteCannot', value: { text: 'value.siteCannot' } },
      { label: 'fact.addsDevice', value: { text: 'value.addsDevice', slots: { site } } },
    ],
    labels: { approve: 'screen.useWallet', reject: 'screen.notNow' },
  };
}

/** Reviews that the wallet service's own pages may open the wallet, where the user manages it. */
export function reviewManage(walletOrigin: string): Review {
  const { host: site } = new URL(walletOrigin);
  return {
    ...NOTHING,
    action: { text: 'action.manage' },
    lead: { text: 'lead.manage' },
    facts: [{ label: 'fact.addsDevice', value: { text: 'value.addsDevice', slots: { site } } }],
    labels: { approve: 'screen.continue', reject: 'screen.notNow' },
  };
}
