import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { IslandBoundary } from '#app/shell/island-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { createWhatIf, maxDays } from '../stores/what-if.ts';
import { DayLine } from './day-line.tsx';
import { Outcome } from './outcome.tsx';
import { TextsProvider, useTexts, type WhatIfProps } from './texts.ts';

/** A drawn day under a program's rules, run through the same engine as every account. */
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
  const [chosen, setChosen] = useState(programs[0]?.id ?? '');
  const path = useStore(whatIf.$path);
  const past = useStore(whatIf.$past);
  const outcomes = useStore(whatIf.$outcomes);
  const isOver = useStore(whatIf.$isOver);
  const outcome = outcomes.find(({ id }) => id === chosen);
  if (!outcome) return null;
  return (
    <>
      <div className="card">
        <div className="header">
          <Segmented
            label={t('program')}
            options={programs.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
          <span>{t('dayNumber', { number: past.length + 1 })}</span>
        </div>
        <DayLine whatIf={whatIf} path={path} floorDollars={outcome.startFloorDollars} />
        <div className="actions">
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
      <Outcome outcome={outcome} />
    </>
  );
}
