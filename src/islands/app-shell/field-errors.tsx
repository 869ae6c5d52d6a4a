import { useState } from 'react';
import type { ValidationErrors } from '../../contract/envelope.ts';

/** The label of a field on the screen; empty for a checkbox, whose message says enough, and for one without a label. */
function labelOf(field: string): string {
  const [control] = document.getElementsByName(field);
  const isLabelled = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  if (!isLabelled && !(control instanceof HTMLTextAreaElement)) return '';
  if (control.type === 'checkbox' || control.type === 'radio' || control.type === 'hidden') return '';
  return control.labels?.[0]?.textContent?.trim() ?? '';
}

/** Which fields each message is about, so that one message for five fields is one line. */
function listLines(fields: ValidationErrors): readonly string[] {
  const labels = new Map<string, string[]>();
  for (const [field, messages] of Object.entries(fields)) {
    for (const message of messages) labels.set(message, [...(labels.get(message) ?? []), labelOf(field)]);
  }
  return [...labels].map(([message, names]) => {
    const known = names.filter((name) => name !== '');
    return known.length === 0 ? message : `${known.join(', ')}: ${message}`;
  });
}

/** What is wrong with a form, naming its fields as the screen does. */
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
