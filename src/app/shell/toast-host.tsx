import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import type calls from '#locales/en/calls.json';
import { toastDragPercent, toastMs } from '#shared/core/constants.ts';
import sheet from '#styles/toasts.css?url';
import { FieldErrors } from './field-errors.tsx';
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
