import { formatShare } from '#i18n/format.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { Estimate } from '#shared/replay/odds/estimate.ts';
import { horizon, type KnownOdds, lifeCounts, type Odds as OddsOf } from '#shared/replay/odds/odds.ts';
import { minimumOdds, missingOf } from '#shared/replay/odds/sample.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import styles from './fill-replay.module.css';
import type { DrawnOdds } from './stores/fill-replay.ts';
import { type FillReplayProps, useTexts } from './texts.ts';

type OddsProps = DrawnOdds & Pick<FillReplayProps, 'offers' | 'preferred'>;

/** A range of chances that is wider says too little to decide by. */
const widest = 0.5;
const lines = ['lives', 'horizon', 'ranges', 'ignored', 'days', 'payouts', 'upperBound'] as const;
const isKnown = (odds: OddsOf | undefined): odds is KnownOdds => odds !== undefined && 'figures' in odds;

/** Whole percents and dollars: more digits would claim too much. */
function useFigures() {
  const { t, locale } = useTexts();
  const write = (format: (value: number) => string) => (estimate: Estimate) => {
    const [value, low, high] = [format(estimate.value), format(estimate.low), format(estimate.high)];
    return low === high ? value : `${value} (${t('odds_range', { low, high })})`;
  };
  return {
    chance: write((share) => formatShare(Math.min(100, Math.round(share * 100)) * 100, locale)),
    money: write((cents) => formatMoney(Math.round(cents / 100) * 100, locale, { whole: true })),
  };
}

/** What days like those of the file lead to in every account: first in a sentence, then in a table. */
export function Odds(props: OddsProps) {
  const { t, locale } = useTexts();
  const { sample } = props;
  const { lives, files, livesPerFile } = lifeCounts;
  const missing = missingOf(sample).map(({ name, count }) => t(`odds_missing_${name}`, { count }));
  const list = new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(missing);
  const values = {
    ...{ ...horizon, files, count: sample.days.length, spanDays: sample.spanDays },
    lives: (lives + files * livesPerFile).toLocaleString(formatLocale(locale)),
  };
  return (
    <section className={`stack ${styles.offers}`} aria-labelledby="odds-title">
      <h3 id="odds-title">{t('odds_title')}</h3>
      {missing.length > 0 ? (
        <p>
          {t('odds_tooSmall', { ...sample.counts, missing: list })} {t('odds_minimum', minimumOdds)}
        </p>
      ) : (
        <>
          <p role="status">
            <Sentence {...props} />
          </p>
          <OddsTable {...props} />
          <div className={styles.assumptions}>
            <ul>
              {lines.map((line) => (
                <li key={line}>{t(`odds_${line}`, values)}</li>
              ))}
            </ul>
          </div>
        </>
      )}
    </section>
  );
}

/** About the account that the page is about or, if its limit is below what the file trades, the first that isn't. */
function Sentence({ sample, odds, areOddsOver, offers, preferred }: OddsProps) {
  const { t } = useTexts();
  const { chance, money } = useFigures();
  const own = odds.find(({ id }) => id === preferred);
  const shown = own === undefined || isKnown(own) ? own : odds.find(isKnown);
  if (!isKnown(shown)) return t(areOddsOver ? (own ? 'odds_noneAllowed' : 'odds_failed') : 'odds_busy');
  const offer = offers.find(({ id }) => id === shown.id);
  const { passed, paid, cost, received } = shown.figures;
  const values = {
    ...{ name: offer?.name ?? shown.id, count: sample.days.length, passed: chance(passed) },
    ...{ paid: chance(paid), cost: money(cost), received: money(received) },
  };
  const isWide = [passed, paid].some(({ low, high }) => high - low > widest);
  return [
    ...(isWide ? [t('odds_wide', values)] : []),
    t(offer?.rules.targetCents === null ? 'odds_sentencePaid' : 'odds_sentence', values),
    t('odds_money', values),
  ].join(' ');
}

/** Every account on sale; those without odds say why. */
function OddsTable({ odds, areOddsOver, offers }: OddsProps) {
  const { t } = useTexts();
  const formats = useFigures();
  const rows = offers.map((offer) => ({ offer, each: odds.find(({ id }) => id === offer.id) }));
  type Row = (typeof rows)[number];
  const column = (header: string, name: keyof KnownOdds['figures'], format: keyof typeof formats): Column<Row> => ({
    ...{ header, align: 'end' },
    cell: ({ each, offer }) => {
      const needsTarget = name.startsWith('passed') || name === 'costWithResets';
      if (!isKnown(each) || (needsTarget && offer.rules.targetCents === null)) return null;
      return formats[format](each.figures[name]);
    },
  });
  const noteOf = ({ each, offer }: Row) => {
    if (each === undefined) return t(areOddsOver ? 'odds_unknown' : 'odds_wait');
    if (!isKnown(each)) return t('odds_overLimit', { count: each.overDays });
    return offer.rules.targetCents === null && t('nothingToPass');
  };
  const account: Column<Row> = {
    ...{ header: t('offer'), place: 'lead' },
    cell: (row) => (
      <>
        <a href={row.offer.href}>{row.offer.name}</a>
        <p className={styles.detail}>{noteOf(row)}</p>
      </>
    ),
  };
  const columns = [
    account,
    column(t('odds_passes', { count: horizon.evaluation }), 'passed', 'chance'),
    column(t('odds_paid', { count: horizon.funded }), 'paid', 'chance'),
    column(t('odds_cost'), 'cost', 'money'),
    column(t('odds_received'), 'received', 'money'),
    column(t('odds_resets'), 'passedWithResets', 'chance'),
    column(t('odds_resetsCost'), 'costWithResets', 'money'),
  ];
  return (
    <DataTable showCaption caption={t('odds_table')} columns={columns} rows={rows} rowKey={({ offer }) => offer.id} />
  );
}
