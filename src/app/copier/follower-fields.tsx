import { capitalize } from '#lib/capitalize.ts';
import { withLabel } from '#lib/with-label.ts';
import { copyModes } from '#shared/copier/copy-link.ts';
import { copiedSizes } from '#shared/copier/sizing.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './copier.module.css';
import { type FollowerFormValues, readSizing, readStop } from './form-values.ts';
import { useTexts } from './texts.ts';

type FollowerFieldsProps = {
  readonly values: FollowerFormValues;
  readonly name: string;
  /** Folded then: who set it up before came for something else. */
  readonly isSaved: boolean;
  readonly onChange: (values: FollowerFormValues) => void;
};

export function FollowerFields({ values, name, isSaved, onChange }: FollowerFieldsProps) {
  const { strings, locale } = useTexts();
  const amount = values.mode === 'ratio' ? strings.ratio : strings.contracts;
  const isWrong = readSizing(values, locale) === null || readStop(values, locale) === undefined;
  return (
    <details open={!isSaved || isWrong}>
      <summary>
        {withLabel(amount, values.amount, locale)}
        {values.stop !== '' && ` · ${withLabel(strings.stop, values.stop, locale)}`}
      </summary>
      <fieldset className={styles.fields}>
        <legend className="visually-hidden">{name}</legend>
        <Select
          label={strings.copy_mode}
          hint={strings[`copy_mode_hint_${values.copyMode}`]}
          value={values.copyMode}
          onChange={({ target }) =>
            onChange({ ...values, copyMode: copyModes.find((each) => each === target.value) ?? 'execution' })
          }
          options={copyModes.map((value) => ({ value, label: strings[`copy_mode_${value}`] }))}
        />
        <Select
          label={strings.mode}
          value={values.mode}
          onChange={({ target }) => onChange({ ...values, mode: target.value === 'fixed' ? 'fixed' : 'ratio' })}
          options={[
            { value: 'ratio', label: strings.mode_ratio },
            { value: 'fixed', label: strings.mode_fixed },
          ]}
        />
        <TextInput
          label={amount}
          inputMode="decimal"
          value={values.amount}
          error={
            readSizing(values, locale) === null
              ? values.mode === 'ratio'
                ? strings.ratio_wrong
                : strings.contracts_wrong
              : undefined
          }
          onChange={({ target }) => onChange({ ...values, amount: target.value.trim() })}
        />
        <Select
          label={strings.size}
          value={values.size}
          onChange={({ target }) =>
            onChange({ ...values, size: copiedSizes.find((each) => each === target.value) ?? 'leader' })
          }
          options={copiedSizes.map((value) => ({ value, label: capitalize(strings[`size_${value}`], locale) }))}
        />
        <TextInput
          label={strings.stop}
          hint={strings.stop_hint}
          inputMode="numeric"
          value={values.stop}
          error={readStop(values, locale) === undefined ? strings.stop_wrong : undefined}
          onChange={({ target }) => onChange({ ...values, stop: target.value.trim() })}
        />
      </fieldset>
    </details>
  );
}
