import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { departs, each, heldBy, type Statements } from './statement.ts';

const packages = parse(readFileSync('content/catalog/packages.yaml', 'utf8'));
const site = parse(readFileSync('content/site.yaml', 'utf8'));
const rules = parse(readFileSync(`content/catalog/rules/${packages.rulesVersion}.yaml`, 'utf8'));
const strings = (locale: string) => parse(readFileSync(`public/locales/${locale}/common.json`, 'utf8'));
const rulesOf = (program: string) => (rules.programmes ?? rules.programs)[program]['50K'];

export const product: Statements = {
  ...each('An evaluation account is on sale:', ['classic', 'ascension', 'merit', 'premium'], (program) =>
    expect(JSON.stringify(packages.evaluations)).toContain(program),
  ),
  'Classic has end-of-day drawdown and no daily drawdown': () => {
    expect(rulesOf('classic')).toMatchObject({ drawdown: { mode: 'end-of-day' }, dailyLoss: { mode: 'none' } });
  },
  'Ascension has no trailing drawdown': () => expect(rulesOf('ascension').drawdown.mode).toBe('static'),
  'Ascension can be passed in two days': () => expect(rulesOf('ascension').minimumDays).toBe(2),
  'Merit has no maximum drawdown and no profit goal': () => {
    expect(rulesOf('merit')).toMatchObject({ drawdown: { mode: 'none' }, targetCents: null });
  },
  'Merit goes straight to live funding': () => {
    const merit = packages.evaluations.filter(({ program }: { program: string }) => program === 'merit');
    for (const each of merit) expect(each.activationPriceCents).toBeNull();
  },
  'Instant Logger is a tool on sale': departs('Instant Logger'),
  'Thor is on sale in packages of its own': () => expect(packages.thor.length).toBeGreaterThan(1),
  'Thor has an FAQ of its own': () => expect(existsSync('content/thor-faq/en')).toBe(true),
  'Performance Review is on sale': () => expect(packages.performanceReview.priceCents).toBeGreaterThan(0),
  'Trials, resets, renewals, market data, its free package and funded accounts have checkouts': heldBy(
    'e2e/orders/purchases',
    'a buyer on * completes every checkout from its link to the receipt',
  ),
  'Market data has a free checkout': heldBy(
    'e2e/orders/purchases',
    'a buyer without market data starts the free package',
  ),
  'Funded traders request withdrawals': heldBy(
    'e2e/payouts/payouts',
    'a trader requests a payout, which is approved, sent and paid without anybody',
  ),
  'Funded traders download withdrawal certificates': heldBy(
    'e2e/certificates/payout-certificates',
    'a trader opens a payout’s verified certificate from the history on *',
  ),
  'Affiliates gain 15 %': heldBy(
    'server/affiliates/affiliates',
    'a commission of 15 % of the price before tax is pending for 30 days, then available',
  ),
  ...each('The site links to another site of the firm:', ['academy', 'press', 'shop'], (name) =>
    expect(site.links[name]).toMatch(/^https:\/\//),
  ),
  'Guides exist for several trading platforms': () =>
    expect(readdirSync('content/guides/en').length).toBeGreaterThanOrEqual(5),
  ...each(
    'The footer has a disclosure of',
    ['riskText', 'hypotheticalText', 'compensationText', 'testimonialText'],
    (name) => expect(parse(readFileSync('public/locales/en/footer.json', 'utf8'))[name]).toMatch(/\w{4}/),
  ),
  ...each('A legal text exists in English and French:', ['terms', 'privacy-policy', 'billing-terms'], (name) => {
    for (const locale of ['en', 'fr']) expect(existsSync(`content/legal/${locale}/${name}.md`)).toBe(true);
  }),
  'The billing terms cover fees, renewals, cancellation, and resets that don’t extend the period': () => {
    const text = readFileSync('content/legal/en/billing-terms.md', 'utf8').toLowerCase();
    for (const word of ['refund', 'renew', 'cancel', 'reset']) expect(text).toContain(word);
  },
  ...each('The site speaks', ['en', 'fr', 'pt'], (locale) => {
    expect(existsSync(`content/pages/${locale}`)).toBe(true);
    expect(readdirSync(`public/locales/${locale}`)).toEqual(readdirSync('public/locales/en'));
  }),
  ...each('A welcome and a price range are translated into', ['en', 'es', 'fr'], (locale) => {
    expect(strings(locale)).toMatchObject({ welcome: expect.any(String), priceRange: expect.any(String) });
  }),
  'A missing translation falls back to English': heldBy(
    'site/content',
    'a missing translation, an outdated translation and a dead link are reported',
  ),
};
