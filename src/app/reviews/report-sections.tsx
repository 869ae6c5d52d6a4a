import { suggestionText } from '#i18n/performance-review.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import { Alert } from '#ui/alert.tsx';
import { Excursions } from './excursions.tsx';
import { Figures } from './figures.tsx';
import { FloorDistance } from './floor-distance.tsx';
import { InstrumentGroups, SizeGroups } from './groups.tsx';
import styles from './performance-review.module.css';
import { Programs } from './programs.tsx';
import { useTexts } from './texts.ts';
import { Timing } from './timing.tsx';
import type { ReportProps } from './types.ts';
import { WorstDays } from './worst-days.tsx';

/** A report: what to change first, then the evidence. */
export function ReportSections({ report }: ReportProps) {
  return (
    <div className={styles.sections}>
      <Suggestions report={report} />
      <Figures report={report} />
      <Excursions report={report} />
      <Timing report={report} />
      <FloorDistance report={report} />
      <WorstDays report={report} />
      <InstrumentGroups report={report} />
      <SizeGroups report={report} />
      <Programs report={report} />
    </div>
  );
}

function Suggestions({ report: { sample, conclusions } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  if (conclusions === null) {
    const { trades, days } = sample;
    return (
      <Alert title={<strong>{strings.few_title}</strong>} className={styles.wide}>
        {t('few_text', { trades, days, minTrades: minimumSample.trades, minDays: minimumSample.days })}
      </Alert>
    );
  }
  return (
    <section className={styles.suggestions} aria-labelledby="suggestions">
      <h2 id="suggestions">{strings.suggestions_title}</h2>
      <ol>
        {conclusions.suggestions.map((suggestion) => (
          <li key={suggestion.kind}>{suggestionText(suggestion, t, locale)}</li>
        ))}
      </ol>
    </section>
  );
}
