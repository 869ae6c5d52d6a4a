import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { IslandBoundary } from '#app/shell/island-boundary.tsx';
import { limitsOfSparkline } from '#lib/chart/sparkline-layout.ts';
import { Button } from '#ui/button.tsx';
import { createWhatIf, maxDays } from '../stores/what-if.ts';
import { DayLine } from './day-line.tsx';
import { getOutcomeStatus, Outcome } from './outcome.tsx';
import { TextsProvider, useTexts } from './texts.ts';
import type { WhatIfProps } from './types.ts';
import styles from './what-if.module.css';

/** A drawn day under four rule sets, run through the same engine as every account. */
export function WhatIfIsland(props: WhatIfProps) {
  return (
    <IslandBoundary>
      <TextsProvider strings={props.strings} locale={props.locale}>
        <WhatIf programs={props.programs} />
      </TextsProvider>
    </IslandBoundary>
  );
}

function WhatIf({ programs }: Pick<WhatIfProps, 'programs'>) {
  const { t } = useTexts();
  const [whatIf] = useState(() => createWhatIf(programs));
  const path = useStore(whatIf.$path);
  const past = useStore(whatIf.$past);
  const outcomes = useStore(whatIf.$outcomes);
  const isOver = useStore(whatIf.$isOver);
  const limits = limitsOfSparkline(...outcomes.map(({ points }) => points));
  return (
    <div className={styles.whatIf}>
      <div className={styles.day}>
        <p className={styles.dayTitle}>
          <strong>{t('dayNumber', { number: past.length + 1 })}</strong>
          <span>{t('dayHint')}</span>
        </p>
        <DayLine whatIf={whatIf} path={path} />
        <div className={styles.actions}>
          <Button
            variant="outline"
            size="small"
            onClick={whatIf.nextDay}
            disabledReason={isOver ? t('noMore', { count: maxDays }) : undefined}
          >
            {t('nextDay')}
          </Button>
          <Button variant="quiet" size="small" onClick={whatIf.startOver}>
            {t('startOver')}
          </Button>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {outcomes.map((outcome) => `${outcome.name}: ${t(`status_${getOutcomeStatus(outcome)}`)}.`).join(' ')}
      </p>
      <ul className={styles.outcomes}>
        {outcomes.map((outcome) => (
          <Outcome key={outcome.id} outcome={outcome} limits={limits} />
        ))}
      </ul>
    </div>
  );
}
