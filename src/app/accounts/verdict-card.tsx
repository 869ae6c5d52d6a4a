import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { type RemainingRequirement, remainingRequirements } from '#shared/accounts/remaining-requirements.ts';
import { Progress } from '#ui/progress.tsx';
import { type AccountTexts, type CardProps, useTexts } from './texts.ts';
import styles from './verdict.module.css';

/** What an account still needs, as a sentence; what its rules ask besides, below. */
export function VerdictCard({ account }: CardProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { view } = account;
  const { title, notes } = verdictOf(account, texts);
  const money = (cents: number) => formatFigure(cents, locale, { whole: true });
  const profitCents = view.balanceCents - view.startingBalanceCents;
  return (
    <section
      className={`stack gap-2 small ${styles.verdict}`}
      aria-label={view.objectives.length === 0 ? strings.limits : strings.objectives}
    >
      <h2 className={styles.title}>{title}</h2>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {view.objectives.map(
        (objective) =>
          objective.name === 'consistency' &&
          // It means nothing before the first winning day.
          objective.requiredProfitCents > 0 && (
            <Progress
              key={objective.name}
              label={strings.objective_consistency}
              metLabel={objective.reached ? strings.objective_met : undefined}
              valueText={`${money(profitCents)} / ${money(objective.requiredProfitCents)}`}
              value={profitCents}
              max={objective.requiredProfitCents}
            />
          ),
      )}
    </section>
  );
}

type Verdict = { readonly title: string; readonly notes: readonly string[] };

function verdictOf(account: CardProps['account'], texts: AccountTexts): Verdict {
  const { strings, t, locale } = texts;
  const { view, program } = account;
  const end = endText(account, texts);
  if (end !== null) return { title: end, notes: [] };
  if (view.objectives.length === 0) {
    return { title: program === 'merit' ? strings.objectives_none : strings.objectives_over, notes: [] };
  }
  const missing = remainingRequirements(view);
  const counted = missing.flatMap((each) => countedText(each, texts) ?? []);
  const notes = missing.flatMap((each) => noteText(each, texts) ?? []);
  if (counted.length === 0) return { title: notes[0] ?? strings.missing_passed, notes: notes.slice(1) };
  const list = new Intl.ListFormat(formatLocale(locale)).format(counted);
  return { title: t('verdict_not_yet', { missing: list }), notes };
}

/** Null while the requirements can still be met. */
function endText({ stage }: CardProps['account'], { strings }: AccountTexts): string | null {
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
    case 'evaluation':
    case 'funded':
    case 'live':
      return null;
  }
}

/** What is missing as a number, for the sentence's list. */
function countedText(reason: RemainingRequirement, { t, locale }: AccountTexts): string | null {
  if (reason.name === 'days') return t('verdict_days', { count: reason.missing });
  return reason.name === 'target' ? t('verdict_target', { amount: formatFigure(reason.missingCents, locale) }) : null;
}

function noteText(reason: RemainingRequirement, { strings, t, locale }: AccountTexts): string | null {
  switch (reason.name) {
    case 'target':
    case 'days':
      return null;
    case 'consistency':
      return t('missing_consistency', { amount: formatFigure(reason.missingCents, locale) });
    case 'no-target':
      return strings.objectives_none;
    case 'breached':
    case 'open-positions':
    case 'day-close':
      return strings[`missing_${reason.name}`];
  }
}
