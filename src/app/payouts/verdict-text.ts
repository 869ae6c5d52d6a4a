import { formatDateTime } from '#lib/format-date-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { payoutVerdict, type Remedy } from '#shared/payouts/verdict.ts';
import type { Payout, PayoutAccount } from './stores/payouts.ts';
import type { PayoutTexts } from './texts.ts';

/** What stands between an account and its next payout, as a sentence that leads with the remedy. */
export function verdictText({ quote, open }: PayoutAccount, { strings, t, locale }: PayoutTexts): string {
  if (open !== null) return openText(open, { t, locale });
  const verdict = payoutVerdict(quote.checks);
  if (verdict.kind === 'over') return strings[`verdict_${verdict.name}`];
  if (verdict.kind === 'ready') return t('verdict_ready', { amount: formatFigure(quote.availableCents, locale) });
  const needs = verdict.remedies.map((remedy) => needText(remedy, { strings, t, locale }));
  return t('verdict_missing', { needs: new Intl.ListFormat(formatLocale(locale)).format(needs) });
}

/** What happens next with an open request, and by when. */
function openText(open: Payout, { t, locale }: Pick<PayoutTexts, 't' | 'locale'>): string {
  const { status, dueAt, decisionDueAt, isLate, destination } = open;
  const amount = formatFigure(open.netCents, locale);
  const day = (at: number) => formatDateTime(at, locale, { dateStyle: 'medium' });
  if (isLate && dueAt !== null) return t('verdict_open_late', { amount, day: day(dueAt) });
  if (status === 'sent') return t('verdict_open_sent', { amount, destination });
  if (status === 'approved')
    return dueAt === null ? t('verdict_open', { amount }) : t('verdict_open_approved', { amount, day: day(dueAt) });
  return t('verdict_open_decision', { amount, day: day(decisionDueAt) });
}

function needText(remedy: Remedy, { strings, t, locale }: PayoutTexts): string {
  const money = (cents: number) => formatFigure(cents, locale);
  switch (remedy.name) {
    case 'winning-days':
      return t('need_winning-days', { count: remedy.missing, amount: money(remedy.minimumCents) });
    case 'best-day':
    case 'minimum':
      return t(`need_${remedy.name}`, { amount: money(remedy.missingCents) });
    case 'flat':
    case 'not-suspended':
    case 'no-open-request':
      return strings[`need_${remedy.name}`];
  }
}
