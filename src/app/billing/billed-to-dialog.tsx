import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { $countries, asksPostalCode, loadCountries } from '#app/shell/stores/countries.ts';
import { useForm } from '#app/shell/use-form.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { isLatin } from '#lib/person-name.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  $change,
  $edited,
  $saving,
  type BillingChange,
  billedToForm,
  editBilledTo,
  saveBilledTo,
} from './stores/billing-identity.ts';
import { dayText, useTexts } from './texts.ts';

/** Who a subscription is billed to: first the details, then what they change, then the button that saves them. */
export function BilledToDialog() {
  const { strings, t } = useTexts();
  const edited = useStore($edited);
  const change = useStore($change);
  const { busy } = useStore(billedToForm.$form);
  const saving = useStore($saving);
  const formId = useId();
  return (
    <Dialog
      open={edited !== null}
      onClose={() => editBilledTo(null)}
      title={t('billed_title', { name: edited?.name ?? '' })}
      closeLabel={strings.close}
      actions={
        change === null ? (
          <Button label={strings.billed_check} type="submit" form={formId} busy={busy} />
        ) : (
          <>
            <Button label={strings.billed_save} busy={saving} onClick={() => void saveBilledTo()} />
            <Button label={strings.billed_edit} variant="outline" onClick={() => $change.set(null)} />
          </>
        )
      }
    >
      {edited && (change === null ? <BilledToForm id={formId} /> : <Change {...change} />)}
    </Dialog>
  );
}

function BilledToForm({ id }: { readonly id: string }) {
  const { strings } = useTexts();
  const { values, field } = useForm(billedToForm);
  const countries = useStore($countries);
  useEffect(() => void loadCountries(), []);
  const options = countries.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <Form id={id} className="stack" onSubmit={billedToForm.submit}>
      <p className="muted">{strings.billed_lead}</p>
      <TextInput {...field('first_name')} label={strings.first_name} autoComplete="given-name" />
      <TextInput
        {...field('last_name')}
        label={strings.last_name}
        hint={strings.last_name_hint}
        autoComplete="family-name"
      />
      {!isLatin(values.first_name + values.last_name) && (
        <TextInput {...field('latin_name')} label={strings.latin_name} hint={strings.latin_name_hint} />
      )}
      <TextInput {...field('company_name')} label={strings.company_name} autoComplete="organization" />
      <Select
        {...field('country')}
        label={strings.country}
        options={options.length > 0 ? options : [{ value: values.country, label: values.country }]}
      />
      {asksPostalCode(countries, values.country) && (
        <TextInput
          {...field('postal_code')}
          label={strings.postal_code}
          hint={strings.postal_code_hint}
          autoComplete="postal-code"
        />
      )}
      <TextInput
        {...field('vat_number')}
        label={strings.vat_number}
        hint={strings.vat_number_hint}
        autoCapitalize="characters"
        spellCheck={false}
      />
    </Form>
  );
}

function Change({ amountCents, taxBefore, tax, renews, periodEndsAt }: BillingChange) {
  const { strings, t, locale } = useTexts();
  const taxIn = (term: string, included: BillingChange['tax']) => {
    if (isReverseCharge(included)) return { term, value: strings.billed_reverse };
    if (included.includedCents === 0) return { term, value: strings.billed_no_tax };
    const rate = (included.rateBps / 100).toLocaleString(formatLocale(locale));
    return { term, value: formatMoney(included.includedCents, locale), note: t(`tax_${included.name}`, { rate }) };
  };
  if (!renews) return <Alert kind="warning" title={t('billed_ends', { date: dayText(periodEndsAt, locale) })} />;
  return (
    <DescriptionList
      items={[
        { term: strings.billed_amount, value: formatMoney(amountCents, locale) },
        taxIn(strings.billed_before, taxBefore),
        taxIn(strings.billed_after, tax),
      ]}
    />
  );
}
