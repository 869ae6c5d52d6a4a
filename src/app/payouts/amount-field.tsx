import { useState } from 'react';
import { formatMoney } from '#lib/money/format.ts';
import type { PayoutQuote } from '#shared/payouts/quote.ts';
import { TextInput } from '#ui/text-input.tsx';
import styles from './payouts.module.css';
import type { PayoutRequestStore } from './stores/payouts.ts';
import { useTexts } from './texts.ts';
import type { PartProps } from './types.ts';

type AmountFieldProps = PartProps & { readonly request: PayoutRequestStore; readonly quote: PayoutQuote };

const centsOf = (text: string): number | null => {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
};

/** The amount, as a slider to try and a field to type in. */
export function AmountField({ request, quote }: AmountFieldProps) {
  const { strings, t, locale } = useTexts();
  const { amountCents, maximumCents } = quote;
  const [typed, setTyped] = useState<string | null>(null);
  const check = quote.checks.find((each) => each.name === 'amount');
  const minimumCents = check?.name === 'amount' ? check.minimumCents : 0;
  const money = (cents: number) => formatMoney(cents, locale);
  const isOpen = maximumCents >= minimumCents;
  const isInvalid = typed !== null && centsOf(typed) === null;
  const error =
    isInvalid || (isOpen && !check?.passed)
      ? t('amount_range', { minimum: money(minimumCents), maximum: money(maximumCents) })
      : undefined;
  const limit = t(`limit_${quote.limitedBy}`, { number: quote.capNumber, cap: money(quote.capCents) });
  return (
    <fieldset className={styles.amount}>
      <legend>{strings.amount}</legend>
      <TextInput
        label={strings.amount_label}
        hideLabel
        name="amount"
        inputMode="decimal"
        hint={t('amount_hint', { maximum: money(maximumCents), limit })}
        error={error}
        value={typed ?? (amountCents / 100).toFixed(2)}
        onChange={(event) => {
          setTyped(event.target.value);
          const cents = centsOf(event.target.value);
          if (cents !== null) request.setAmount(cents);
        }}
        onBlur={() => setTyped(null)}
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
            setTyped(null);
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
