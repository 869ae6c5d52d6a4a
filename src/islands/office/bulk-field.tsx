import { localizedName } from '../../contract/localized.ts';
import { locales } from '../../i18n/locales.ts';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { localizedLabel } from './localized-label.ts';
import { type OfficeTexts, useTexts } from './texts.ts';
import type { OfficeStrings } from './types.ts';

type FieldKind = {
  readonly label: (texts: OfficeTexts) => string;
  readonly hint?: keyof OfficeStrings;
  readonly maxLength?: number;
  /** One line instead of several. */
  readonly line?: 'text' | 'datetime-local';
};

function localizedKinds(name: 'title' | 'text', kind: Omit<FieldKind, 'label'>): Record<string, FieldKind> {
  const labelled = locales.map((each): [string, FieldKind] => [
    localizedName(name, each),
    { ...kind, label: (texts) => localizedLabel(texts, name, each) },
  ]);
  return Object.fromEntries(labelled);
}

/** What an action on many records may need besides the records. */
const kinds: Readonly<Record<string, FieldKind>> = {
  cause: { label: ({ strings }) => strings.column_cause, hint: 'field_reason_hint', maxLength: 2_000 },
  showUntil: { label: ({ strings }) => strings.announcement_until, line: 'datetime-local' },
  ...localizedKinds('title', { line: 'text', maxLength: 80 }),
  ...localizedKinds('text', { maxLength: 1_000 }),
};

type BulkFieldProps = {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

export function BulkField({ name, value, error, onChange }: BulkFieldProps) {
  const texts = useTexts();
  const kind = kinds[name];
  if (!kind) throw new Error(`No field is known as ${name}`);
  const { label, hint, maxLength, line } = kind;
  const control = {
    label: label(texts),
    hint: hint && texts.strings[hint],
    required: true,
    maxLength,
    ...{ value, error },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return line ? <TextInput {...control} type={line} /> : <TextArea {...control} />;
}
