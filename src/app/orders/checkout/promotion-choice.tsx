import { formatMoment } from '#lib/format-date-time.ts';
import { Button } from '#ui/button.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { OrderQuoteState } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { useTexts } from './texts.ts';

type PromotionChoiceProps = { readonly quote: OrderQuoteState; readonly select: Checkout['select'] };

/** The running promotion, which the server applies by itself: what it takes off, until when, and how to go without. */
export function PromotionChoice({ quote: { quote }, select }: PromotionChoiceProps) {
  const { strings, t, locale } = useTexts();
  if (!quote?.promotion) return null;
  const { code, text, endsAt, status } = quote.promotion;
  const isApplied = status === 'applied';
  return (
    <section className={`cluster between ${styles.promotion}`} aria-label={strings.promotion}>
      <p>
        <strong>{text}</strong>
        <br />
        {t(`promotion_${status}`, { code, date: formatMoment(endsAt, locale) })}
      </p>
      {status !== 'replaced' && (
        <Button
          label={isApplied ? strings.promotion_remove : strings.promotion_apply}
          variant="outline"
          onClick={() => select({ withoutPromotion: isApplied })}
        />
      )}
    </section>
  );
}
