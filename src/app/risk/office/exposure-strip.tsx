import { useStore } from '@nanostores/react';
import { useTexts } from '#app/office/texts.ts';
import { Money } from '#ui/money.tsx';
import { $exposure } from '../stores/risk.ts';
import { ExposureTable } from './exposure-table.tsx';
import { signed } from './position-text.ts';
import styles from './risk.module.css';

/** What the listed accounts hold together, as contracts and dollars a tick; unfolds to the full table. */
export function ExposureStrip() {
  const { strings, t, locale } = useTexts();
  const exposure = useStore($exposure);
  if (exposure.length === 0) return null;
  return (
    <details className={styles.exposure}>
      <summary className="bare">
        <span className="muted">{strings.exposure}</span>
        {exposure.slice(0, 6).map(({ instrument, long, short, tickCents }) => (
          <span key={instrument}>
            <b>
              {instrument} {signed(long - short)}
            </b>{' '}
            <span className="muted">
              <Money cents={Math.abs(tickCents)} locale={locale} /> {strings.exposure_tick}
            </span>
          </span>
        ))}
        {exposure.length > 6 && <span className="muted">{t('exposure_more', { count: exposure.length - 6 })}</span>}
      </summary>
      <ExposureTable />
    </details>
  );
}
