import { useStore } from '@nanostores/react';
import { formatLocale } from '#lib/format-locale.ts';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { OrderQuote, OrderQuoteState } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { type CheckoutTexts, useTexts } from './texts.ts';
import { useFold } from './use-fold.ts';

type CouponInputProps = {
  readonly selection: { readonly coupon: string };
  readonly quote: OrderQuoteState;
  readonly coupon: Checkout['coupon'];
};

const maxLength = 40;

export function CouponInput({ selection, quote, coupon }: CouponInputProps) {
  const { strings, t, locale } = useTexts();
  const { typed, busy, problem } = useStore(coupon.$coupon);
  const code = normalizeCouponCode(typed);
  const isChecked = code === normalizeCouponCode(selection.coupon);
  const outcome = isChecked && code !== '' ? (quote.quote?.coupon ?? 'none') : 'none';
  const rejected =
    outcome === 'none' || outcome === 'applied' ? undefined : rejectionOf(code, quote.quote, { t, locale });
  const error = problem === null ? rejected : problem || strings.coupon_unchecked;
  const fold = useFold(error ?? code !== '');
  return (
    <details {...fold}>
      <summary className={styles.fold}>{strings.coupon_fold}</summary>
      <div className={styles.coupon}>
        <TextInput
          label={strings.coupon}
          name="coupon"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxLength}
          value={typed}
          hint={outcome === 'applied' ? t('coupon_applied', { code }) : strings.coupon_hint}
          error={error}
          onChange={(event) => coupon.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void coupon.apply();
          }}
        />
        {isChecked && code !== '' ? (
          <Button label={strings.coupon_remove} variant="outline" busy={busy} onClick={() => void coupon.remove()} />
        ) : (
          <Button label={strings.coupon_apply} variant="outline" busy={busy} onClick={() => void coupon.apply()} />
        )}
      </div>
    </details>
  );
}

/** Why a code gives no discount; if it is for another product, the text names that product. */
function rejectionOf(
  code: string,
  quote: OrderQuote | null,
  { t, locale }: Pick<CheckoutTexts, 't' | 'locale'>,
): string {
  const outcome = quote?.coupon ?? 'unknown';
  const { kinds = null, programs = null } = quote?.couponFor ?? {};
  const list = (names: readonly string[]) => new Intl.ListFormat(formatLocale(locale)).format(names);
  if (outcome === 'not-for-this' && programs !== null) {
    const names = list(programs.map((name) => name.replace(/^./, (first) => first.toUpperCase())));
    return t('coupon_for_programs', { code, programs: names });
  }
  if (outcome === 'not-for-this' && kinds !== null) {
    return t('coupon_for_kinds', { code, kinds: list(kinds.map((kind) => t(`coupon_kind_${kind}`))) });
  }
  return outcome === 'none' || outcome === 'applied' ? '' : t(`coupon_${outcome}`, { code });
}
