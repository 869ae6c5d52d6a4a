import { useStore } from '@nanostores/react';
import { useState } from 'react';
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
import styles from './payee.module.css';
import { useTexts } from './texts.ts';
import type { StepProps } from './types.ts';

type FormProps = StepProps & { readonly onDone: () => void };
type DestinationFormStore = ReturnType<typeof createDestinationForm>;
type Field = keyof ReturnType<DestinationFormStore['$form']['get']>['values'];

/** The form for a new destination: its kind, then the fields for that kind. */
export function DestinationForm(props: FormProps) {
  const { strings, t } = useTexts();
  const { user, onDone, payee } = props;
  const [form] = useState(() => createDestinationForm({ payeeName: fullName(user), country: user.country }));
  const { values, errors, busy } = useStore(form.$form);
  const submit = async () => {
    const before = form.$form.get().values;
    await form.submit();
    if (form.$form.get().values !== before) onDone();
  };
  const text = (field: Field, more: Partial<TextInputProps> = {}) => ({
    label: strings[`field_${field}`],
    name: field,
    value: values[field] ?? '',
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
    ...more,
  });
  return (
    <Form className={styles.form} aria-label={strings.destination_add} onSubmit={submit}>
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
            {...{ label: strings.field_account_type, name: 'account_type', value: values.account_type ?? '' }}
            error={errors.account_type?.[0]}
            options={usAccountTypes.map((type) => ({ value: type, label: strings[`account_${type}`] }))}
            onChange={(event) => form.set('account_type', event.target.value)}
          />
        </>
      )}
      {values.kind === 'wise' && (
        <TextInput {...text('wise_recipient', { autoComplete: 'email', hint: strings.wise_hint })} />
      )}
      {values.kind === 'usdc' && (
        <>
          <Select
            {...{
              label: strings.field_network,
              name: 'network',
              value: values.network ?? '',
              hint: strings.network_hint,
            }}
            error={errors.network?.[0]}
            options={usdcNetworks.map((network) => ({ value: network, label: strings[`network_${network}`] }))}
            onChange={(event) => form.set('network', event.target.value)}
          />
          <TextInput {...text('usdc_address', { autoComplete: 'off', spellCheck: false })} />
          {(errors.last_six !== undefined || values.last_six !== '') && (
            <TextInput {...text('last_six', { autoComplete: 'off', spellCheck: false, maxLength: 6 })} />
          )}
        </>
      )}
      {(values.kind === 'iban' || values.kind === 'us-account') && (
        <AddressFields legend={strings.address_legend} values={values} errors={errors} onChange={form.set} />
      )}
      <p className="muted">{t('destination_note', { hours: destinationDelayHours })}</p>
      <div className={styles.row}>
        <Button type="submit" busy={busy}>
          {strings.destination_submit}
        </Button>
        {payee.destinations.length > 0 && (
          <Button variant="quiet" onClick={onDone}>
            {strings.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}
