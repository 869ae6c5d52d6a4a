import { useStore } from '@nanostores/react';
import { type ComponentProps, memo } from 'react';
import { $countries, asksPostalCode } from '#app/shell/stores/countries.ts';
import { $session, $user } from '#app/shell/stores/session.ts';
import { isLatin } from '#lib/person-name.ts';
import { pathTo } from '#routes.ts';
import { writeBilledTo } from '#shared/billing/billing-identity.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import { Alert } from '#ui/alert.tsx';
import { EmailInput } from '#ui/email-input.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Checkout } from '../stores/checkout.ts';
import type { Buyer, OrderQuote } from '../stores/checkout-state.ts';
import styles from './checkout.module.css';
import { type CheckoutProps, useTexts } from './texts.ts';
import { useFold } from './use-fold.ts';

type BuyerFieldsProps = {
  readonly calls: CheckoutProps['calls'];
  readonly buyer: Buyer;
  readonly errors: ValidationErrors;
  readonly setBuyer: Checkout['setBuyer'];
  /** Of the subscription that is paid; its details are changed under Billing. */
  readonly billedTo: OrderQuote['billedTo'];
};

export function BuyerFields({ calls, buyer, errors, setBuyer, billedTo }: BuyerFieldsProps) {
  const { strings, t, locale } = useTexts();
  const user = useStore($user);
  const session = useStore($session);
  const isRevoked = session.status === 'logged-out' && session.revoked === true;
  const next = typeof window === 'undefined' ? '' : `?next=${encodeURIComponent(window.location.pathname)}`;
  const signIn = pathTo('signIn', {}, locale) + next;
  // Until it is known who is buying, their details could replace what someone types.
  const isUnknown = session.status === 'checking';
  const text = (field: TextField) => ({
    label: strings[field],
    name: field,
    value: buyer[field],
    error: errors[field]?.[0],
    readOnly: isUnknown,
    onChange: (event: { target: { value: string } }) => setBuyer(field, event.target.value),
  });
  return (
    <fieldset className="stack gap-5">
      <legend className={styles.legend}>{strings.buyer}</legend>
      {isRevoked && (
        <Alert kind="warning" role="status" title={strings.signed_out_title}>
          <RichText text={strings.signed_out_text} parts={{ signIn: <a href={signIn}>{strings.signed_out_link}</a> }} />
        </Alert>
      )}
      {!user && !isRevoked && (
        <p className="muted">
          <RichText text={strings.buyer_known} parts={{ signIn: <a href={signIn}>{strings.sign_in_link}</a> }} />
        </p>
      )}
      <EmailInput
        {...text('email')}
        onChange={(value) => setBuyer('email', value)}
        suggestionText={calls.email_suggestion}
        hint={strings.email_hint}
        readOnly={isUnknown || user !== null}
      />
      {billedTo ? (
        <p>
          <RichText
            text={t('billed_to', { who: writeBilledTo(billedTo, locale) })}
            parts={{ billing: <a href={pathTo('billingPending', {}, locale)}>{strings.billed_to_link}</a> }}
          />
        </p>
      ) : (
        <BilledToFields {...{ buyer, errors, setBuyer, isUnknown, text }} />
      )}
    </fieldset>
  );
}

type TextField = 'email' | 'first_name' | 'last_name' | 'latin_name' | 'company_name' | 'vat_number' | 'postal_code';
type BilledToFieldsProps = Pick<BuyerFieldsProps, 'buyer' | 'errors' | 'setBuyer'> & {
  readonly isUnknown: boolean;
  readonly text: (field: TextField) => ComponentProps<typeof TextInput>;
};

function BilledToFields({ buyer, errors, setBuyer, isUnknown, text }: BilledToFieldsProps) {
  const { strings } = useTexts();
  const countries = useStore($countries);
  const isMentioned = buyer.company_name !== '' || buyer.vat_number !== '';
  const fold = useFold(errors.company_name ?? errors.vat_number ?? isMentioned);
  return (
    <>
      <div className="halves">
        <TextInput {...text('first_name')} autoComplete="given-name" />
        <TextInput {...text('last_name')} autoComplete="family-name" hint={strings.last_name_hint} />
      </div>
      {!isLatin(buyer.first_name + buyer.last_name) && (
        <TextInput {...text('latin_name')} hint={strings.latin_name_hint} />
      )}
      <CountryField country={buyer.country} error={errors.country?.[0]} setBuyer={setBuyer} isUnknown={isUnknown} />
      {asksPostalCode(countries, buyer.country) && (
        <TextInput {...text('postal_code')} hint={strings.postal_code_hint} autoComplete="postal-code" />
      )}
      <details {...fold}>
        <summary className={styles.fold}>{strings.company}</summary>
        <div className="halves">
          <TextInput {...text('company_name')} autoComplete="organization" />
          <TextInput
            {...text('vat_number')}
            hint={strings.vat_number_hint}
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
      </details>
    </>
  );
}

type CountryFieldProps = Pick<BuyerFieldsProps, 'setBuyer'> & {
  readonly country: string;
  readonly error: string | undefined;
  readonly isUnknown: boolean;
};

/** Its two hundred options don't render with each letter of the other fields. */
const CountryField = memo(function CountryField({ country, error, isUnknown, setBuyer }: CountryFieldProps) {
  const { strings } = useTexts();
  const countries = useStore($countries);
  return (
    <Select
      label={strings.country}
      name="country"
      autoComplete="country"
      placeholder={strings.country_choose}
      value={country}
      disabled={isUnknown}
      error={error}
      options={countries.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(event) => setBuyer('country', event.target.value)}
    />
  );
});
