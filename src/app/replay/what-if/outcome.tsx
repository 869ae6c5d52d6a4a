import type { SparklineLimits } from '#lib/chart/sparkline-layout.ts';
import { chicagoClockText } from '#lib/chicago-time.ts';
import { formatMoney, formatSigned } from '#lib/money/format.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { Badge } from '#ui/badge.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import type { WhatIfOutcome } from '../stores/what-if.ts';
import { useTexts, type WhatIfTexts } from './texts.ts';
import styles from './what-if.module.css';

type OutcomeProps = {
  readonly outcome: WhatIfOutcome;
  /** The scale that all four programs share. */
  readonly limits: SparklineLimits;
};

const maxPoints = 64;

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

const tones = { active: 'neutral', locked: 'accent', breached: 'danger', passed: 'success' } as const;

/** The close clears a soft lock, but the state during the day is what matters here. */
export function getOutcomeStatus({ state, lockedAt }: WhatIfOutcome): keyof typeof tones {
  return lockedAt !== null && state.status === 'active' ? 'locked' : state.status;
}

/** The outcome of the drawn days under one program's rules. */
export function Outcome({ outcome, limits }: OutcomeProps) {
  const { t, locale } = useTexts();
  const { name, href, points, remainingCents, floorCents, rules } = outcome;
  const step = Math.ceil(points.length / maxPoints);
  const sketch = points.filter((_, index) => index % step === 0 || index === points.length - 1);
  const status = getOutcomeStatus(outcome);
  const money = (cents: number | null) => (cents === null ? t('none') : formatMoney(cents, locale, { whole: true }));
  return (
    <li>
      <p className={styles.name}>
        <a href={href}>{name}</a>
        <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
      </p>
      <Sparkline points={sketch} limits={limits} daily={findMaxLoss(rules.drawdown) === null} />
      <dl>
        <div>
          <dt>{t('result')}</dt>
          <dd>{formatSigned(outcome.profitCents, locale, { whole: true })}</dd>
        </div>
        {status !== 'breached' && (
          <>
            <div>
              <dt>{t(findMaxLoss(rules.drawdown) === null ? 'floorOfDay' : 'floor')}</dt>
              <dd>{money(floorCents)}</dd>
            </div>
            <div>
              <dt>{t('room')}</dt>
              <dd>{money(remainingCents)}</dd>
            </div>
          </>
        )}
      </dl>
      <p className={styles.verdict}>{verdictOf(outcome, { t, locale })}</p>
    </li>
  );
}
