import { type RemainingRequirement, remainingRequirements } from '../../domain/account/remaining-requirements.ts';
import { formatMoney } from '../../domain/money/format.ts';
import { formatLocale } from '../../lib/format-locale.ts';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './accounts.module.css';
import type { CardProps } from './types.ts';

export function RequirementsCard(props: CardProps) {
  const { account, strings, locale } = props;
  const { view } = account;
  const missing = remainingRequirements(view);
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const money = (cents: number) => formatMoney(cents, locale, { whole: true });
  return (
    <Card as="section" title={view.objectives.length === 0 ? strings.limits : strings.objectives}>
      <div className={styles.objectives}>
        {view.objectives.length === 0 && (
          <p className="soft">{account.programme === 'merit' ? strings.objectives_none : strings.objectives_over}</p>
        )}
        {view.objectives.filter(isOfUse).map((objective) => (
          <Progress
            key={objective.name}
            label={strings[`objective_${objective.name}`]}
            metLabel={objective.reached ? strings.objective_met : undefined}
            {...barOf(objective, view.balanceCents - view.startingBalanceCents, money, count)}
          />
        ))}
        <Progress
          label={strings.objective_contracts}
          valueText={`${count(view.contractsInUse)} / ${count(view.maxContracts)}`}
          value={view.contractsInUse}
          max={view.maxContracts}
        />
      </div>
      {view.objectives.length > 0 && (
        <p className={styles.missing}>
          {hasEnded(props)
            ? strings.missing_over
            : missing.length === 0
              ? strings.missing_passed
              : missing.map((reason) => sentenceOf(reason, props)).join(' ')}
        </p>
      )}
    </Card>
  );
}

/** Ended neither by a pass nor by a breach, both of which have their own message. */
function hasEnded({ account: { stage } }: CardProps): boolean {
  return stage === 'cancelled' || stage === 'expired' || stage === 'terminated';
}

type Objective = CardProps['account']['view']['objectives'][number];
/** Consistency means nothing before the first winning day. */
function isOfUse(objective: Objective): boolean {
  return objective.name !== 'consistency' || objective.requiredProfitCents > 0;
}

type Format = (value: number) => string;

function barOf(objective: Objective, profitCents: number, money: Format, count: Format) {
  if (objective.name === 'days') {
    const { current, required } = objective;
    return { valueText: `${count(current)} / ${count(required)}`, value: current, max: required };
  }
  const [current, required] =
    objective.name === 'target'
      ? [objective.currentCents, objective.requiredCents]
      : [profitCents, objective.requiredProfitCents];
  return { valueText: `${money(current)} / ${money(required)}`, value: current, max: required };
}

function sentenceOf(reason: RemainingRequirement, { strings, t, locale }: CardProps): string {
  switch (reason.name) {
    case 'target':
    case 'consistency':
      return t(`missing_${reason.name}`, { amount: formatMoney(reason.missingCents, locale) });
    case 'days':
      return t('missing_days', { count: reason.missing });
    case 'no-target':
      return strings.objectives_none;
    default:
      return strings[`missing_${reason.name}`];
  }
}
