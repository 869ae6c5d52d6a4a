import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { fullName } from '#lib/person-name.ts';
import {
  type DestinationKind,
  destinationDelayHours,
  destinationKinds,
  usAccountTypes,
  usdcNetworks,
} from '#shared/payouts/payees/destination.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput, type TextInputProps } from '#ui/text-input.tsx';
import { createDestinationForm } from '../stores/payee.ts';
import { AddressFields } from './address-fields.tsx';
import { type StepProps, useTexts } from './texts.ts';

export function DestinationForm(props: StepProps & { readonly onDone: () => void }) {
  const { strings, t } = useTexts();
  const { user, onDone, payee } = props;
  const [form] = useState(() => createDestinationForm({ payeeName: fullName(user), country: user.country }));
  const { values, errors, busy, field } = useForm(form);
  const submit = async () => {
    const before = form.$form.get().values;
    await form.submit();
    if (form.$form.get().values !== before) onDone();
  };
  const text = (name: Exclude<Parameters<typeof field>[0], 'kind'>, more: Partial<TextInputProps> = {}) => ({
    label: strings[`field_${name}`],
    ...field(name),
    ...more,
  });
  return (
    <Form className="stack gap-5" aria-label={strings.destination_add} onSubmit={submit}>
      <RadioCards
        legend={strings.field_kind}
        name="kind"
        row
        value={values.kind}
        onChange={(kind) => form.set('kind', kind as DestinationKind)}
        cards={destinationKinds.map((kind) => ({
          value: kind,
          label: strings[`kind_${kind}`],
          detail: strings[`kind_${kind}_detail`],
        }))}
      />
      <TextInput {...text('payee_name', { autoComplete: 'name', hint: strings.payee_name_hint })} />
      {values.kind === 'iban' && (
        <>
          <TextInput {...text('iban', { autoComplete: 'off', spellCheck: false, hint: strings.iban_hint })} />
          <TextInput {...text('bic', { autoComplete: 'off', spellCheck: false, note: strings.optional })} />
        </>
      )}
      {values.kind === 'us-account' && (
        <>
          <TextInput {...text('routing_number', { inputMode: 'numeric', autoComplete: 'off' })} />
          <TextInput {...text('account_number', { inputMode: 'numeric', autoComplete: 'off' })} />
          <Select
            label={strings.field_account_type}
            {...field('account_type')}
            options={usAccountTypes.map((type) => ({ value: type, label: strings[`account_${type}`] }))}
          />
        </>
      )}
      {values.kind === 'wise' && (
        <TextInput {...text('wise_recipient', { autoComplete: 'email', hint: strings.wise_hint })} />
      )}
      {values.kind === 'usdc' && (
        <>
          <Select
            label={strings.field_network}
            hint={strings.network_hint}
            {...field('network')}
            options={usdcNetworks.map((network) => ({ value: network, label: strings[`network_${network}`] }))}
          />
          <TextInput {...text('usdc_address', { autoComplete: 'off', spellCheck: false })} />
          {(errors.last_six !== undefined || values.last_six !== '') && (
            <TextInput {...text('last_six', { autoComplete: 'off', spellCheck: false, maxLength: 6 })} />
          )}
        </>
      )}
      {(values.kind === 'iban' || values.kind === 'us-account') && (
        <AddressFields legend={strings.address_legend} field={field} />
      )}
      <p className="muted">{t('destination_note', { hours: destinationDelayHours })}</p>
      <div className="cluster">
        <Button label={strings.destination_submit} type="submit" busy={busy} />
        {payee.destinations.length > 0 && <Button label={strings.cancel} variant="quiet" onClick={onDone} />}
      </div>
    </Form>
  );
}
