import { useState } from 'react';
import { withLabel } from '#lib/with-label.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';

/** A field's label on the screen; empty for a checkbox, whose message is enough, and for a field without a label. */
function labelOf(field: string): string {
  const [control] = document.getElementsByName(field);
  const isLabeled = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  if (!isLabeled && !(control instanceof HTMLTextAreaElement)) return '';
  if (control.type === 'checkbox' || control.type === 'radio' || control.type === 'hidden') return '';
  return control.labels?.[0]?.textContent?.trim() ?? '';
}

/** One line per message with the labels of its fields, so that one message for five fields is one line. */
function listLines(fields: ValidationErrors): readonly string[] {
  const labels = new Map<string, string[]>();
  for (const [field, messages] of Object.entries(fields)) {
    for (const message of messages) labels.set(message, [...(labels.get(message) ?? []), labelOf(field)]);
  }
  return [...labels].map(([message, names]) => {
    const known = names.filter((name) => name !== '');
    return known.length === 0 ? message : withLabel(known.join(', '), message, document.documentElement.lang);
  });
}

/** What is wrong with a form, with the fields named as on the screen. */
export function FieldErrors({ fields }: { readonly fields: ValidationErrors }) {
  const [lines] = useState(() => listLines(fields));
  if (lines.length === 1) return lines[0];
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
