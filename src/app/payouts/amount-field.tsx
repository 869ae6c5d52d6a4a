import { useStore } from '@nanostores/react';
import { formatFigure, formatMoneyInput } from '#lib/money/format.ts';
import { readCents } from '#lib/money/read.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { TextInput } from '#ui/text-input.tsx';
import styles from './payouts.module.css';
import type { PayoutRequestStore } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

export function AmountField({ request, quote }: { readonly request: PayoutRequestStore; readonly quote: PayoutQuote }) {
  const { strings, t, locale } = useTexts();
  const { amountCents, maximumCents } = quote;
  const { typed } = useStore(request.$form);
  const check = quote.checks.find((each) => each.name === 'amount');
  const minimumCents = check?.name === 'amount' ? check.minimumCents : 0;
  const money = (cents: number) => formatFigure(cents, locale);
  const isOpen = maximumCents >= minimumCents;
  const range = { minimum: money(minimumCents), maximum: money(maximumCents) };
  const isOutside = isOpen && !check?.passed;
  const error =
    typed !== null && readCents(typed, locale) === null
      ? t('amount_unreadable', { example: money(125_000) })
      : isOutside
        ? t('amount_range', range)
        : undefined;
  const limit = t(`limit_${quote.limitedBy}`, {
    number: quote.capNumber,
    cap: money(quote.capCents),
    profit: money(quote.profitCents),
    buffer: money(quote.bufferCents),
    rest: money(Math.max(0, quote.profitCents - quote.bufferCents)),
  });
  return (
    <fieldset className={`stack ${styles.amount}`}>
      <legend>{strings.amount}</legend>
      <TextInput
        label={strings.amount_label}
        hideLabel
        name="amount"
        inputMode="decimal"
        hint={t('amount_hint', { maximum: money(maximumCents), limit })}
        error={error}
        value={typed ?? formatMoneyInput(amountCents, locale)}
        onChange={(event) => request.typeAmount(event.target.value)}
        onBlur={request.showReadAmount}
      />
      {isOpen && (
        <input
          type="range"
          className={styles.slider}
          aria-label={strings.slider}
          aria-valuetext={money(amountCents)}
          min={minimumCents}
          max={maximumCents}
          step={1}
          value={Math.min(Math.max(amountCents, minimumCents), maximumCents)}
          onChange={(event) => {
            const value = Number(event.target.value);
            // Whole dollars while the slider moves; the ends stay exact.
            const rounded = value === maximumCents || value === minimumCents ? value : Math.round(value / 100) * 100;
            request.setAmount(rounded);
          }}
        />
      )}
    </fieldset>
  );
}
