import type { ReplayView } from '../../domain/fill-replay/replay-view.ts';
import styles from './fill-replay.module.css';
import { useTexts } from './texts.ts';

type RestsOnProps = { readonly view: ReplayView; readonly unknownSymbols: readonly string[] };

/** The assumptions behind the verdicts, those that could change them included. */
export function RestsOn({ view, unknownSymbols }: RestsOnProps) {
  const { t } = useTexts();
  const { source, isApproximate, daysLeftOut } = view;
  const lines = [
    `${t('rests_fills', { count: source.fills })}. ${t(`rests_${source.extremes}`)}`,
    ...(source.unreadRows > 0 ? [t('rests_unread', { count: source.unreadRows })] : []),
    ...(unknownSymbols.length > 0 ? [t('rests_unknown', { symbols: unknownSymbols.join(', ') })] : []),
    ...(source.assumedFees > 0 ? [t('rests_fees', { count: source.assumedFees })] : []),
    ...(source.endsOpen ? [t('rests_endsOpen')] : []),
    ...(source.startsBeforeCalendar ? [t('rests_calendar')] : []),
    t('rests_resets'),
    t('rests_prices'),
    ...(isApproximate ? [t('rests_approximate')] : []),
    ...(daysLeftOut > 0 ? [t('rests_daysLeftOut', { count: daysLeftOut })] : []),
    ...(view.isShared ? [] : [t('shareHint')]),
  ];
  return (
    <section className={styles.rests}>
      <h3>{t('restsTitle')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
