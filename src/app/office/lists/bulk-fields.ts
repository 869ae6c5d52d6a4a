import type { ActionField } from '../actions/action-field.tsx';
import { localizedFieldsOf } from '../localized-label.ts';
import type { OfficeTexts } from '../texts.ts';

/** All inputs that bulk actions may need besides the records. */
export function bulkFieldsOf(texts: OfficeTexts): readonly ActionField[] {
  const { strings } = texts;
  const fields: readonly ActionField[] = [
    { name: 'cause', label: strings.column_cause, hint: strings.field_reason_hint },
    { name: 'showUntil', label: strings.announcement_until, line: 'datetime-local' },
    ...localizedFieldsOf('title', texts),
    ...localizedFieldsOf('text', texts),
  ];
  return fields.map((field) => ({ ...field, required: true }));
}
