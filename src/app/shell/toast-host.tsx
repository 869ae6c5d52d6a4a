import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { withLabel } from '#lib/with-label.ts';
import type calls from '#locales/en/calls.json';
import { toastDragPercent, toastMs } from '#shared/core/constants.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';
import sheet from '#styles/toasts.css?url';
import { $toasts, consumeToasts, type ToastKey, type ToastText } from './stores/toasts.ts';

type ToastHostProps = { readonly strings: Pick<typeof calls, ToastKey> };

/** Shows each queued toast once, at the top right. */
export function ToastHost({ strings }: ToastHostProps) {
  const waiting = useStore($toasts);
  const [hasStyles, setHasStyles] = useState(false);
  const showToasts = () => setHasStyles(true);
  useEffect(() => {
    if (waiting.length === 0 || !hasStyles) return;
    for (const { id, type, message, closeAfterMs } of consumeToasts()) {
      toast(contentOf(message, strings), { type, autoClose: closeAfterMs, toastId: id });
    }
  }, [waiting, strings, hasStyles]);
  return (
    <>
      {/* A third of a page's CSS, so it loads separately; if that fails, toasts appear unstyled. */}
      <link rel="stylesheet" href={sheet} onLoad={showToasts} onError={showToasts} />
      <ToastContainer
        position="top-right"
        autoClose={toastMs}
        pauseOnHover
        pauseOnFocusLoss
        closeOnClick
        draggable
        draggablePercent={toastDragPercent}
        hideProgressBar
      />
    </>
  );
}

function contentOf(message: ToastText, strings: ToastHostProps['strings']) {
  if ('fields' in message) return <FieldErrors fields={message.fields} />;
  return 'text' in message ? message.text : strings[message.key];
}

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
function FieldErrors({ fields }: { readonly fields: ValidationErrors }) {
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
