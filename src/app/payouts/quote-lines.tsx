import { formatMoment } from '#lib/format-date-time.ts';
import { formatFigure } from '#lib/money/format.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { useTexts } from './texts.ts';

/** What requesting this amount means: what arrives, what stays, and when the next request is possible. */
export function QuoteLines({ quote, decisionDueAt }: { readonly quote: PayoutQuote; readonly decisionDueAt: number }) {
  const { strings, t, locale } = useTexts();
  const money = (cents: number) => formatFigure(cents, locale);
  const moment = (at: number) => formatMoment(at, locale);
  return (
    <div aria-live="polite">
      <DescriptionList
        ruled
        items={[
          { term: strings.amount, value: money(quote.amountCents) },
          {
            term: strings.firm_part,
            value: money(-quote.firmCents),
            note: t('full_share', { amount: money(quote.fullShareCents) }),
          },
          { term: t('fee', { method: strings[`method_${quote.method}`] }), value: money(-quote.feeCents) },
          { term: strings.net, value: money(quote.netCents), total: true },
          { term: strings.balance_after, value: money(quote.balanceAfterCents) },
          {
            term: strings.above_floor,
            value: quote.aboveFloorCents === null ? strings.no_floor : money(quote.aboveFloorCents),
          },
          { term: strings.decided_by, value: moment(decisionDueAt) },
          ...(quote.earliestAt === null ? [] : [{ term: strings.earliest, value: moment(quote.earliestAt) }]),
          ...(quote.nextAt === null
            ? [
                { term: strings.unpaid, value: money(Math.max(0, quote.profitCents - quote.amountCents)) },
                { term: strings.next_possible, value: strings.no_next },
              ]
            : [{ term: strings.next_possible, value: moment(quote.nextAt) }]),
        ]}
      />
    </div>
  );
}
