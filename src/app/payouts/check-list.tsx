import { formatFigure } from '#lib/money/format.ts';
import type { PayoutCheck } from '#shared/payouts/quote-shape.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './payouts.module.css';
import { type PayoutTexts, useTexts } from './texts.ts';

/** Every condition with its number and what is missing. The check of the amount is shown beside its field. */
export function CheckList({ checks }: { readonly checks: readonly PayoutCheck[] }) {
  const texts = useTexts();
  const { strings } = texts;
  return (
    <ul className={`stack gap-2 small ${styles.checks}`}>
      {checks.map((check) =>
        check.name === 'amount' ? null : (
          <li key={check.name} className={check.passed ? styles.met : styles.unmet}>
            <Icon name={check.passed ? 'check' : 'cross'} size={16} />
            <span className="visually-hidden">{check.passed ? strings.met : strings.unmet}</span>
            <span>{checkText(check, texts)}</span>
          </li>
        ),
      )}
    </ul>
  );
}

function checkText(check: Exclude<PayoutCheck, { name: 'amount' }>, { strings, t, locale }: PayoutTexts): string {
  const money = (cents: number) => formatFigure(cents, locale);
  switch (check.name) {
    case 'winning-days':
      return t('check_winning-days', {
        current: check.current,
        required: check.required,
        amount: money(check.minimumCents),
      });
    case 'best-day':
      return check.passed
        ? t('check_best-day', { best: money(check.bestDayCents), required: money(check.requiredCents) })
        : t('check_best-day_missing', {
            best: money(check.bestDayCents),
            required: money(check.requiredCents),
            missing: money(check.missingCents),
          });
    case 'minimum':
      return check.passed
        ? t('check_minimum', { amount: money(check.minimumCents) })
        : t('check_minimum_missing', {
            amount: money(check.minimumCents),
            maximum: money(check.maximumCents),
            missing: money(check.missingCents),
          });
    case 'flat':
      return strings[check.passed ? 'check_flat' : 'check_flat_missing'];
    case 'no-open-request':
      return check.openPayoutNumber === null
        ? strings['check_no-open-request']
        : t('check_open-request', { number: check.openPayoutNumber });
    case 'funded':
    case 'not-breached':
    case 'not-suspended':
    case 'not-paid-out':
      return strings[`check_${check.name}`];
  }
}
