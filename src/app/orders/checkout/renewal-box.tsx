import { describeRenewal } from '#shared/orders/describe-renewal.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { OrderQuote } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { useTexts } from './texts.ts';

type RenewalBoxProps = {
  readonly quote: OrderQuote;
  readonly isAgreed: boolean;
  readonly error: string | undefined;
  readonly setBuyer: Checkout['setBuyer'];
};

export function RenewalBox({ quote, isAgreed, error, setBuyer }: RenewalBoxProps) {
  const { t, locale } = useTexts();
  if (quote.renewal === null) return null;
  const { title, text, how, label } = describeRenewal(quote.renewal, locale, t);
  return (
    <section className={`stack gap-2 ${styles.renewal}`} aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className="text-14 muted">{how}</p>
      {quote.needsRenewalConsent && (
        <Checkbox
          name="renewalConsent"
          checked={isAgreed}
          error={error}
          label={label}
          onChange={(event) => setBuyer('renewalConsent', event.target.checked ? 1 : 0)}
        />
      )}
    </section>
  );
}
