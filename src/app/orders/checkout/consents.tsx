import { memo } from 'react';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import { refundSentence, startSentence } from '#shared/orders/consent-sentences.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { RichText } from '#ui/rich-text.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { Buyer, OrderQuoteState } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { ContractLanguage } from './contract-language.tsx';
import { type CheckoutTexts, type PackageDetails, useTexts } from './texts.ts';

type ConsentsProps = Pick<Buyer, 'country' | 'termsUse' | 'startNow' | 'contractInLocale'> & {
  readonly chosen: PackageDetails | undefined;
  readonly selection: ProductSelection;
  readonly quote: OrderQuoteState;
  readonly errors: ValidationErrors;
  readonly setBuyer: Checkout['setBuyer'];
};

/** What buyers should read before they order, placed above the button. */
export const Consents = memo(function Consents(props: ConsentsProps) {
  const texts = useTexts();
  const { strings, locale, t } = texts;
  const { selection, quote, termsUse, startNow, contractInLocale, errors, setBuyer } = props;
  const right = quote.quote?.cancellationRight;
  return (
    <fieldset className="stack gap-5">
      <legend className={styles.legend}>{strings.consents}</legend>
      <ul className={`stack gap-2 ${styles.facts}`}>
        {[...factsOf({ ...props, ...texts }), ...refundFacts({ ...props, ...texts })].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {quote.quote?.contractFirstIn && (
        <ContractLanguage
          language={quote.quote.contractFirstIn}
          isChosen={contractInLocale === 1}
          error={errors.contractInLocale?.[0]}
          setBuyer={setBuyer}
        />
      )}
      <Checkbox
        name="termsUse"
        checked={termsUse === 1}
        error={errors.termsUse?.[0]}
        label={
          <RichText
            text={strings.terms_label}
            parts={{
              terms: <a href={pathTo('terms', {}, locale)}>{strings.terms_link}</a>,
              billing: <a href={pathTo('billingTerms', {}, locale)}>{strings.billing_link}</a>,
            }}
          />
        }
        onChange={(event) => setBuyer('termsUse', event.target.checked ? 1 : 0)}
      />
      {quote.quote?.needsStartConsent && (
        <Checkbox
          name="startNow"
          checked={startNow === 1}
          error={errors.startNow?.[0]}
          label={t(startSentence(selection.kind, right), { days: right?.days ?? 0 })}
          hint={t('start_now_hint', { days: right?.days ?? 0 })}
          onChange={(event) => setBuyer('startNow', event.target.checked ? 1 : 0)}
        />
      )}
    </fieldset>
  );
});

function factsOf({ chosen, selection, quote, strings, t, locale }: ConsentsProps & CheckoutTexts): string[] {
  const price = (cents: number) => formatMoney(cents, locale, { whole: true });
  const { renewal, account } = quote.quote ?? {};
  const ends = account?.periodEndsAt ? formatBillingDate(account.periodEndsAt, locale) : null;
  // Only the server knows whether the product renews, so the page says nothing until it responds.
  const renewalFacts = (onceText: string) => (quote.quote && !renewal ? [onceText] : []);
  const renews = renewalFacts(strings.fact_once_only);
  switch (selection.kind) {
    case 'evaluation': {
      const { resetPriceCents: reset = null, activationPriceCents: activation = null } = chosen ?? {};
      return [
        ...renewalFacts(strings.fact_once),
        ...(reset === null ? [] : [t('fact_reset', { reset: price(reset) })]),
        ...(activation === null ? [] : [t('fact_activation', { activation: price(activation) })]),
      ];
    }
    case 'trial':
      return [strings.fact_trial];
    case 'reset':
      return [
        strings.fact_reset_restart,
        ...(ends === null ? [] : [t('fact_reset_period', { date: ends }), strings.fact_reset_free]),
      ];
    case 'renew':
      return [...(ends === null ? [] : [t('fact_renew', { date: ends })]), ...renews];
    case 'market-data':
      return [strings.fact_data, ...renews];
    case 'market-data-free':
      return [strings.fact_data, strings.fact_data_free];
    case 'funded-activation':
      return [strings.fact_funded, strings.fact_once_only];
    case 'performance-review':
      return [strings.fact_review, strings.fact_once_only];
    case 'pending-bill':
    case 'pending-data-bill':
      return [strings.fact_bill, ...renews];
    case 'thor':
      return renews;
  }
}

function refundFacts({ selection, quote, t }: ConsentsProps & CheckoutTexts): string[] {
  const right = quote.quote?.cancellationRight;
  const sentence = refundSentence(selection.kind, right);
  return sentence === null ? [] : [t(sentence, { days: right?.days ?? 0 })];
}
