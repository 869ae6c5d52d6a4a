import { formatLocale } from '#lib/format-locale.ts';
import { horizon, type KnownOdds, lifeCounts, type Odds as OddsOf } from '#shared/replay/odds/odds.ts';
import { minimumOdds, missingOf, type OddsSample } from '#shared/replay/odds/sample.ts';
import type { ReplayView } from '#shared/replay/replay-view.ts';
import styles from './fill-replay.module.css';
import { type Figure, useFigures } from './odds-figures.ts';
import { OddsTable } from './odds-table.tsx';
import { type NamedOffer, useTexts } from './texts.ts';

export type OddsProps = {
  readonly sample: OddsSample;
  readonly odds: readonly OddsOf[];
  readonly areOddsOver: boolean;
};

type ScreenProps = OddsProps & {
  readonly view: ReplayView;
  readonly offers: readonly NamedOffer[];
  readonly preferred: string;
};

/** A range of chances that is wider says too little to decide by. */
const widest = 0.5;

/** What days like those of the file lead to in every account: first in a sentence, then in a table. */
export function Odds({ sample, odds, areOddsOver, view, offers, preferred }: ScreenProps) {
  const { t } = useTexts();
  const isTooSmall = missingOf(sample) !== null;
  return (
    <section className={`stack ${styles.offers}`} aria-labelledby="odds-title">
      <h3 id="odds-title">{t('odds_title')}</h3>
      {isTooSmall ? (
        <TooSmall sample={sample} />
      ) : (
        <>
          <p role="status">
            <Sentence {...{ sample, odds, areOddsOver, offers, preferred }} />
          </p>
          <OddsTable {...{ odds, areOddsOver, offers }} />
          <Method sample={sample} extremes={view.source.extremes} />
        </>
      )}
    </section>
  );
}

function TooSmall({ sample }: { readonly sample: OddsSample }) {
  const { t, locale } = useTexts();
  const missing = missingOf(sample);
  if (missing === null) return null;
  const named = (['days', 'trades', 'losingDays', 'winningDays'] as const)
    .filter((name) => missing[name] > 0)
    .map((name) => t(`odds_missing_${name}`, { count: missing[name] }));
  const list = new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(named);
  const counts = { days: sample.days.length, trades: sample.trades };
  return (
    <p>
      {t('odds_tooSmall', { ...counts, missing: list })} {t('odds_minimum', minimumOdds)}
    </p>
  );
}

/** About the account that the page is about or, if its limit is below what the file trades, the first that isn't. */
function Sentence({ sample, odds, areOddsOver, offers, preferred }: Omit<ScreenProps, 'view'>) {
  const { t } = useTexts();
  const figures = useFigures();
  const known = odds.filter((each): each is KnownOdds => each.status === 'known');
  const own = odds.find(({ id }) => id === preferred)?.status === 'over-limit' ? known[0] : undefined;
  const shown = known.find(({ id }) => id === preferred) ?? own;
  if (shown === undefined) return t(areOddsOver ? (odds.length > 0 ? 'odds_noneAllowed' : 'odds_failed') : 'odds_busy');
  const { passed, paid, costCents, receivedCents } = shown;
  const values = {
    name: offers.find(({ id }) => id === shown.id)?.name ?? shown.id,
    count: sample.days.length,
    passed: withRange(figures.chance(passed ?? paid)),
    paid: withRange(figures.chance(paid)),
    cost: withRange(figures.money(costCents)),
    received: withRange(figures.money(receivedCents)),
  };
  const isWide = [passed ?? paid, paid].some(({ low, high }) => high - low > widest);
  return [
    ...(isWide ? [t('odds_wide', values)] : []),
    t(passed === null ? 'odds_sentencePaid' : 'odds_sentence', values),
    t('odds_money', values),
  ].join(' ');
}

const withRange = ({ value, range }: Figure) => (range === value ? value : `${value} (${range})`);

/** How the lives are drawn, and what they leave out. */
function Method({
  sample,
  extremes,
}: {
  readonly sample: OddsSample;
  readonly extremes: ReplayView['source']['extremes'];
}) {
  const { t, locale } = useTexts();
  const { days, spanDays } = sample;
  const { lives, files, livesPerFile } = lifeCounts;
  const values = {
    ...horizon,
    files,
    lives: (lives + files * livesPerFile).toLocaleString(formatLocale(locale)),
    count: days.length,
    spanDays,
  };
  const lines = ['odds_lives', 'odds_horizon', 'odds_ranges', 'odds_ignored', 'odds_days', 'odds_payouts'] as const;
  return (
    <div className={styles.assumptions}>
      <ul>
        {[...lines, ...(extremes === 'all' ? [] : (['odds_upperBound'] as const))].map((line) => (
          <li key={line}>{t(line, values)}</li>
        ))}
      </ul>
    </div>
  );
}
