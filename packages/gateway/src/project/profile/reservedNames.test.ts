import { describe, expect, it } from 'vitest';
import { nameLabel } from './nameLabel.js';
import { looksReserved } from './reservedNames.js';

describe('looksReserved', () => {
  it.each([
    ['a digit for i', 'adm1n ver1fied off1cial b1lling secur1ty latchk1t adm1nistrator'],
    ['a digit for another letter', 'supp0rt wa11et 5upport 5taff secur17y 4dmin t3am h3lp tr3asury'],
    ['another letter', 'admln officlal ádmin súpport wałlet štaff b丨lling'],
    ['two letters for one', 'vvallet adrnin tearn aclmin offidal'],
    ['hyphens', '-admin support- ad-min s-u-p-p-o-r-t no-reply noreply help-desk'],
    ['digits at its ends', 'admin1 support24 support-24 1admin 247support team7 admin2026 4support4'],
    ['a plural', 'admins teams wallets supports moderators'],
    [
      'a word that speaks for the operator as a part',
      'support-ada ada-support ada-team team-ada adm1n-ada the-0fficial-ada my-latchkit',
    ],
    ['nothing but such words', 'supportteam walletsupport adminhelpdesk latchkitwallet 5upportt3am'],
    [
      'a word that speaks for the operator at an end',
      'meridiansupport supportdesk off1cialada adaofficial supp-ort-ada',
    ],
    ['the name of the product', 'latchkitgift getlatchk1t 1atchkit mywalletconnect'],
  ])('sees through %s [SEC-120]', (_, labels) => {
    for (const label of labels.split(' ')) {
      expect(looksReserved(label), label).toBe(true);
      // Each of them is a name otherwise.
      expect(nameLabel(label)?.label, label).toBe(label);
    }
  });

  it.each(
    [
      'adal mira lovelace ada-wallet my-wallet hello-mira mira-pay welcome-pay welcome-wallet adams',
      'teammate steam helen rooty preowned serviceman adminton wallaby testament 2024 a-b1',
      'müller محمود कमला 山田太郎 ελένη 7eleven payments-ada contacts-mira',
    ].flatMap(line => line.split(' ')),
  )('lets everyone register %s', label => {
    expect(nameLabel(label)?.label).toBe(label);
    expect(looksReserved(label)).toBe(false);
  });

  it('takes no time for the longest label', () => {
    const start = performance.now();
    for (let round = 0; round < 200; round += 1) looksReserved('l'.repeat(32) + round);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
