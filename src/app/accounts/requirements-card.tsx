import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { type RemainingRequirement, remainingRequirements } from '#shared/accounts/remaining-requirements.ts';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import styles from './accounts.module.css';
import { type AccountTexts, useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

export function RequirementsCard(props: CardProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { account } = props;
  const { view } = account;
  const missing = remainingRequirements(view);
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const money = (cents: number) => formatMoney(cents, locale, { whole: true });
  return (
    <Card as="section" title={view.objectives.length === 0 ? strings.limits : strings.objectives}>
      <div className={styles.objectives}>
        {view.objectives.length === 0 && <p className="muted">{withoutObjectives({ ...props, ...texts })}</p>}
        {view.objectives.filter(isRelevant).map((objective) => (
          <Progress
            key={objective.name}
            label={strings[`objective_${objective.name}`]}
            metLabel={objective.reached ? strings.objective_met : undefined}
            {...barOf(objective, view.balanceCents - view.startingBalanceCents, money, count)}
          />
        ))}
        {!isOver(account.stage) && (
          <Progress
            label={strings.objective_contracts}
            valueText={`${count(view.contractsInUse)} / ${count(view.maxContracts)}`}
            value={view.contractsInUse}
            max={view.maxContracts}
          />
        )}
      </div>
      {view.objectives.length > 0 && (
        <p className={styles.missing}>
          {endText({ ...props, ...texts }) ?? missing.map((reason) => sentenceOf(reason, texts)).join(' ')}
        </p>
      )}
    </Card>
  );
}

/** Null while the requirements can still be met. */
function endText({ account: { stage }, strings }: CardProps & AccountTexts): string | null {
  switch (stage) {
    case 'passed':
    case 'activated':
      return strings.missing_passed;
    case 'suspended':
      return strings.missing_suspended;
    case 'breached':
      return strings.missing_breached;
    case 'canceled':
    case 'expired':
    case 'terminated':
    case 'inactivity':
      return strings.missing_over;
    default:
      return null;
  }
}

function withoutObjectives(props: CardProps & AccountTexts): string {
  const { account, strings } = props;
  return endText(props) ?? (account.program === 'merit' ? strings.objectives_none : strings.objectives_over);
}

type Objective = CardProps['account']['view']['objectives'][number];
/** Consistency means nothing before the first winning day. */
function isRelevant(objective: Objective): boolean {
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

function sentenceOf(reason: RemainingRequirement, { strings, t, locale }: AccountTexts): string {
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
