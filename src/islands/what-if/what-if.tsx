import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createTranslate } from '../../i18n/translate.ts';
import { limitsOfSketch } from '../../lib/chart/sparkline-layout.ts';
import { createTryout, mostDays } from '../../stores/what-if.ts';
import { Button } from '../../ui/button.tsx';
import { DayLine } from './day-line.tsx';
import { Outcome, statusOf } from './outcome.tsx';
import styles from './what-if.module.css';
import type { TryoutProps } from './types.ts';

/** A day drawn by hand and judged four times by the engine that judges every account. */
export function TryoutIsland({ locale, strings, programmes }: TryoutProps) {
  const [tryout] = useState(() => createTryout(programmes));
  const path = useStore(tryout.$path);
  const past = useStore(tryout.$past);
  const outcomes = useStore(tryout.$outcomes);
  const isOver = useStore(tryout.$isOver);
  const t = createTranslate(strings, locale);
  const limits = limitsOfSketch(...outcomes.map(({ points }) => points));
  return (
    <div className={styles.tryout}>
      <div className={styles.day}>
        <p className={styles.dayTitle}>
          <strong>{t('dayNumber', { number: past.length + 1 })}</strong>
          <span>{t('dayHint')}</span>
        </p>
        <DayLine t={t} locale={locale} tryout={tryout} path={path} />
        <div className={styles.verbs}>
          <Button
            variant="outline"
            size="small"
            onClick={tryout.nextDay}
            disabledReason={isOver ? t('noMore', { count: mostDays }) : undefined}
          >
            {t('nextDay')}
          </Button>
          <Button variant="quiet" size="small" onClick={tryout.startOver}>
            {t('startOver')}
          </Button>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {outcomes.map((outcome) => `${outcome.name}: ${t(`status_${statusOf(outcome)}`)}.`).join(' ')}
      </p>
      <ul className={styles.outcomes}>
        {outcomes.map((outcome) => (
          <Outcome key={outcome.id} t={t} locale={locale} outcome={outcome} limits={limits} />
        ))}
      </ul>
    </div>
  );
}
