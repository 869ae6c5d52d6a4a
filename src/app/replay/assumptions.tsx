import type { ReplaySource } from '#shared/replay/replay-file.ts';
import type { ReplayView } from '#shared/replay/replay-view.ts';
import styles from './fill-replay.module.css';
import { useTexts } from './texts.ts';

type AssumptionsProps = { readonly view: ReplayView; readonly source: ReplaySource | undefined };

/** The assumptions behind the verdicts, including those that could change them. */
export function Assumptions({ view, source: fileSource }: AssumptionsProps) {
  const { t } = useTexts();
  const { source, isApproximate, daysLeftOut } = view;
  const { unknownSymbols = [], assumedMonths = 0, lostIds = 0 } = fileSource ?? {};
  const lines = [
    `${t('assumptions_fills', { count: source.fills })}. ${t(`assumptions_${source.extremes}`)}`,
    ...(source.unreadRows > 0 ? [t('assumptions_unread', { count: source.unreadRows })] : []),
    ...(unknownSymbols.length > 0 ? [t('assumptions_unknown', { symbols: unknownSymbols.join(', ') })] : []),
    ...(source.assumedFees > 0 ? [t('assumptions_fees', { count: source.assumedFees })] : []),
    ...(assumedMonths > 0 ? [t('assumptions_months', { count: assumedMonths })] : []),
    ...(lostIds > 0 ? [t('assumptions_lostIds', { count: lostIds })] : []),
    ...(source.endsOpen ? [t('assumptions_endsOpen')] : []),
    ...(source.startsBeforeCalendar ? [t('assumptions_calendar')] : []),
    t('assumptions_resets'),
    t('assumptions_prices'),
    ...(isApproximate ? [t('assumptions_approximate')] : []),
    ...(daysLeftOut > 0 ? [t('assumptions_daysLeftOut', { count: daysLeftOut })] : []),
    ...(view.isShared ? [] : [t('shareHint')]),
  ];
  return (
    <section className={styles.assumptions}>
      <h3>{t('assumptionsTitle')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
