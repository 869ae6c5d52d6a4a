import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { IslandBoundary } from '#app/shell/island-boundary.tsx';
import { chicagoClockText } from '#lib/chicago-time.ts';
import { formatMoney, formatSigned } from '#lib/money/format.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { createWhatIf, maxDays, type WhatIfOutcome } from '../stores/what-if.ts';
import { DayLine } from './day-line.tsx';
import { TextsProvider, useTexts, type WhatIfProps, type WhatIfTexts } from './texts.ts';

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
            label={t('nextDay')}
            variant="outline"
            size="small"
            onClick={whatIf.nextDay}
            disabledReason={isOver ? t('noMore', { count: maxDays }) : undefined}
          />
          <Button label={t('startOver')} variant="quiet" size="small" onClick={whatIf.startOver} />
        </div>
      </div>
      <Outcome outcome={outcome} />
    </>
  );
}

function verdictOf(outcome: WhatIfOutcome, { t, locale }: Pick<WhatIfTexts, 't' | 'locale'>): string {
  const { state, lockedAt, days, objectives, rules } = outcome;
  if (state.breach) {
    const floor = formatMoney(state.breach.floorCents, locale, { whole: true });
    return t('ended', { day: days, time: chicagoClockText(state.breach.at, locale), floor });
  }
  if (state.status === 'passed') return t('passed', { count: days });
  if (lockedAt !== null) return t('locked', { time: chicagoClockText(lockedAt, locale) });
  if (rules.targetCents === null) return t('nothingToPass');
  const missing = objectives.flatMap((objective) => {
    if (objective.reached) return [];
    if (objective.name === 'days') return [t('daysMissing', { count: objective.required - objective.current })];
    const required = objective.name === 'target' ? objective.requiredCents : objective.requiredProfitCents;
    const money = formatMoney(required - outcome.profitCents, locale, { whole: true });
    return [t(objective.name === 'target' ? 'targetMissing' : 'evenMissing', { money })];
  });
  return t('goesOn', { missing: new Intl.ListFormat(locale, { type: 'conjunction' }).format(missing) });
}

/** The outcome of the drawn days under one program's rules, read out as it changes. */
function Outcome({ outcome }: { readonly outcome: WhatIfOutcome }) {
  const { t, locale } = useTexts();
  const { name, href, remainingCents, floorCents, rules, state } = outcome;
  const money = (cents: number | null) => (cents === null ? t('none') : formatMoney(cents, locale, { whole: true }));
  return (
    <div className="outcome">
      <p role="status" className="verdict">
        {verdictOf(outcome, { t, locale })}
      </p>
      <dl>
        <div>
          <dt>{t('result')}</dt>
          <dd>{formatSigned(outcome.profitCents, locale, { whole: true })}</dd>
        </div>
        {state.breach === null && (
          <>
            <div>
              <dt>{t(findMaxLoss(rules) === null ? 'floorOfDay' : 'floor')}</dt>
              <dd>{money(floorCents)}</dd>
            </div>
            <div>
              <dt>{t('room')}</dt>
              <dd>{money(remainingCents)}</dd>
            </div>
          </>
        )}
      </dl>
      <p>
        <a href={href}>{t('rulesOf', { name })}</a>
      </p>
    </div>
  );
}
