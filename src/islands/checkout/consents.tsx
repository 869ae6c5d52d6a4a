import type { ValidationErrors } from '../../contract/envelope.ts';
import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { pathTo } from '../../routes.ts';
import type { Buyer, Checkout } from '../../stores/checkout.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Words } from '../../ui/words.tsx';
import styles from './checkout.module.css';
import type { CheckoutStrings, CheckoutTranslate, PackageFacts } from './types.ts';

type ConsentsProps = {
  readonly chosen: PackageFacts;
  readonly strings: CheckoutStrings;
  readonly t: CheckoutTranslate;
  readonly locale: Locale;
  readonly buyer: Buyer;
  readonly errors: ValidationErrors;
  readonly setBuyer: Checkout['setBuyer'];
};

/** What people regret not having read, said before the button. */
export function Consents({ chosen, strings, t, locale, buyer, errors, setBuyer }: ConsentsProps) {
  const price = (cents: number) => formatMoney(cents, locale, { whole: true });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{strings.consents}</legend>
      <ul className={styles.facts}>
        <li>{strings.fact_refund}</li>
        <li>{chosen.billing === 'monthly' ? strings.fact_renewal : strings.fact_once}</li>
        {chosen.resetPriceCents !== null && <li>{t('fact_reset', { reset: price(chosen.resetPriceCents) })}</li>}
        {chosen.activationPriceCents !== null && (
          <li>{t('fact_activation', { activation: price(chosen.activationPriceCents) })}</li>
        )}
      </ul>
      <Checkbox
        name="termsUse"
        checked={buyer.termsUse === 1}
        error={errors.termsUse?.[0]}
        label={
          <Words
            text={strings.terms_label}
            parts={{
              terms: <a href={pathTo('terms', {}, locale)}>{strings.terms_link}</a>,
              billing: <a href={pathTo('billingTerms', {}, locale)}>{strings.billing_link}</a>,
            }}
          />
        }
        onChange={(event) => setBuyer('termsUse', event.target.checked ? 1 : 0)}
      />
      <Checkbox
        name="startNow"
        checked={buyer.startNow === 1}
        error={errors.startNow?.[0]}
        label={strings.start_now_label}
        onChange={(event) => setBuyer('startNow', event.target.checked ? 1 : 0)}
      />
    </fieldset>
  );
}
