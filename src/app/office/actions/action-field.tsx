import type { FieldProps } from '#app/shell/use-form.ts';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { type OfficeTexts, useTexts, valueText } from '../texts.ts';

export type ActionField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** With values the field is a select, otherwise a text. */
  readonly values?: readonly string[];
  /** A single line instead of several; `date` picks a day, `datetime-local` a minute. */
  readonly line?: 'text' | 'date' | 'number' | 'datetime-local';
  readonly required?: boolean;
};

type ActionFieldControlProps = { readonly field: ActionField } & Omit<FieldProps, 'name'>;

export function ActionFieldControl({ field, value, error, onChange }: ActionFieldControlProps) {
  const { strings } = useTexts();
  const { name, label, hint, values, line, required } = field;
  const control = { label, hint, error, value, required, onChange };
  if (values) {
    const options = values.map((each) => ({ value: each, label: optionText(strings, name, each) }));
    return <Select {...control} placeholder={strings.choose} options={options} />;
  }
  return line ? <TextInput {...control} type={line} /> : <TextArea {...control} />;
}

/** `instrument:ES` → `Instrument: ES`; any other value by its own text. */
function optionText(strings: OfficeTexts['strings'], field: string, value: string): string {
  return value
    .split(':')
    .map((part) => valueText(strings, field, part))
    .join(': ');
}
