import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { useTexts } from './texts.ts';
import type { OfficeStrings } from './types.ts';

type FieldKind = {
  readonly label: keyof OfficeStrings;
  readonly hint?: keyof OfficeStrings;
  readonly maxLength?: number;
  /** One line instead of several. */
  readonly line?: 'text' | 'datetime-local';
};

/** What an action on many records may need besides the records. */
const kinds: Readonly<Record<string, FieldKind>> = {
  cause: { label: 'column_cause', hint: 'field_reason_hint', maxLength: 2_000 },
  showUntil: { label: 'announcement_until', line: 'datetime-local' },
  titleEn: { label: 'discount_title_en', line: 'text', maxLength: 80 },
  titleFr: { label: 'discount_title_fr', line: 'text', maxLength: 80 },
  titlePt: { label: 'discount_title_pt', line: 'text', maxLength: 80 },
  textEn: { label: 'text_en', maxLength: 1_000 },
  textFr: { label: 'text_fr', maxLength: 1_000 },
  textPt: { label: 'text_pt', maxLength: 1_000 },
};

type BulkFieldProps = {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

export function BulkField({ name, value, error, onChange }: BulkFieldProps) {
  const { strings } = useTexts();
  const kind = kinds[name];
  if (!kind) throw new Error(`No field is known as ${name}`);
  const { label, hint, maxLength, line } = kind;
  const control = {
    label: strings[label],
    hint: hint && strings[hint],
    required: true,
    maxLength,
    ...{ value, error },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return line ? <TextInput {...control} type={line} /> : <TextArea {...control} />;
}
