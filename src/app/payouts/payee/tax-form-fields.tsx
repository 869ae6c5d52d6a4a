import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { fullName } from '#lib/person-name.ts';
import { requiredTaxForm, usTinTypes } from '#shared/payouts/payees/tax-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form } from '#ui/form.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createTaxForm } from '../stores/payee-forms.ts';
import { AddressFields, useCountryOptions } from './address-fields.tsx';
import { type StepProps, useTexts } from './texts.ts';

/** The fields of a W-9 or a W-8BEN, the certification and the typed signature. */
export function TaxFormFields({ user, onDone }: StepProps & { readonly onDone: () => void }) {
  const { strings } = useTexts();
  const [form] = useState(() => createTaxForm({ name: fullName(user), country: user.country }));
  const { values, busy, field, box } = useForm(form);
  const kind = requiredTaxForm(user.country, values.us_person === 1);
  const isUs = kind === 'w-9';
  const countryOptions = useCountryOptions(values.citizenship ?? '');
  const submit = async () => {
    const before = form.$form.get().values;
    await form.submit();
    if (form.$form.get().values !== before) onDone();
  };
  return (
    <Form className="stack gap-5" aria-label={strings[`tax_${kind}`]} onSubmit={submit}>
      {user.country !== 'US' && <Checkbox {...box('us_person')} label={strings.field_us_person} />}
      <TextInput label={strings.field_name} {...field('name')} autoComplete="name" />
      <AddressFields legend={strings.tax_address_legend} field={field} />
      {isUs ? (
        <div className="halves">
          <Select
            label={strings.field_tin_type}
            {...field('tin_type')}
            options={usTinTypes.map((type) => ({ value: type, label: strings[`tin_${type}`] }))}
          />
          <TextInput label={strings.field_tin_us} {...field('tin')} autoComplete="off" />
        </div>
      ) : (
        <>
          <div className="halves">
            <Select label={strings.field_citizenship} {...field('citizenship')} options={countryOptions} />
            <TextInput
              label={strings.field_date_of_birth}
              {...field('date_of_birth')}
              type="date"
              autoComplete="bday"
            />
          </div>
          {values.no_tin !== 1 && <TextInput label={strings.field_tin} {...field('tin')} autoComplete="off" />}
          <Checkbox {...box('no_tin')} label={strings.field_no_tin} />
        </>
      )}
      <Checkbox {...box('certify')} label={strings[`tax_certify_${kind}`]} />
      <TextInput label={strings.field_signature} {...field('signature')} autoComplete="off" />
      <div>
        <Button label={strings.tax_sign} type="submit" busy={busy} />
      </div>
    </Form>
  );
}
