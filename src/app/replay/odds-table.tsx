import { horizon, type KnownOdds, type Odds } from '#shared/replay/odds/odds.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import styles from './fill-replay.module.css';
import { type Figure, useFigures } from './odds-figures.ts';
import { type NamedOffer, useTexts } from './texts.ts';

type Row = { readonly offer: NamedOffer; readonly odds: Odds | undefined };

type TableProps = {
  readonly odds: readonly Odds[];
  readonly areOddsOver: boolean;
  readonly offers: readonly NamedOffer[];
};

/** Every account on sale; those whose odds aren't ready yet say so. */
export function OddsTable({ odds, areOddsOver, offers }: TableProps) {
  const { t } = useTexts();
  const figures = useFigures();
  const rows = offers.map((offer): Row => ({ offer, odds: odds.find(({ id }) => id === offer.id) }));
  const cell = ({ value, range }: Figure) => (
    <span className={`${styles.cell} ${styles.end} ${styles.estimate}`}>
      <span>{value}</span>
      {range !== value && <span className={styles.detail}>({range})</span>}
    </span>
  );
  const column = (header: string, write: (known: KnownOdds) => ReturnType<typeof cell> | string): Column<Row> => ({
    header,
    align: 'end',
    cell: (row) => row.odds?.status === 'known' && write(row.odds),
  });
  const withoutOdds = ({ odds: each }: Row) => {
    if (each?.status === 'over-limit') return t('odds_overLimit', { count: each.overDays });
    return each === undefined && t(areOddsOver ? 'odds_unknown' : 'odds_wait');
  };
  const columns: readonly Column<Row>[] = [
    {
      header: t('offer'),
      place: 'lead',
      cell: (row) => (
        <>
          <a href={row.offer.href} className="nowrap">
            {row.offer.name}
          </a>
          <p className={styles.detail}>{withoutOdds(row)}</p>
        </>
      ),
    },
    column(t('odds_passes', { count: horizon.evaluation }), ({ passed }) =>
      passed === null ? t('nothingToPass') : cell(figures.chance(passed)),
    ),
    column(t('odds_paid', { count: horizon.funded }), ({ paid }) => cell(figures.chance(paid))),
    column(t('odds_cost'), ({ costCents }) => cell(figures.money(costCents))),
    column(t('odds_received'), ({ receivedCents }) => cell(figures.money(receivedCents))),
    column(t('odds_resets'), ({ withResets }) => {
      if (withResets === null) return '';
      const [passed, cost] = [figures.chance(withResets.passed), figures.money(withResets.costCents)];
      return cell({ value: t('odds_resetsValue', { passed: passed.value, cost: cost.value }), range: passed.range });
    }),
  ];
  return (
    <DataTable showCaption caption={t('odds_table')} columns={columns} rows={rows} rowKey={({ offer }) => offer.id} />
  );
}
