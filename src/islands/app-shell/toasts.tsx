import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import type calls from '../../../public/locales/en/calls.json';
import { toastDragPercent, toastMs } from '../../contract/constants.ts';
import { $toasts, type ToastKey, type ToastText, takeToasts } from '../../stores/toasts.ts';
import sheet from '../../styles/toasts.css?url';
import { FieldErrors } from './field-errors.tsx';

type ToastsProps = { readonly strings: Pick<typeof calls, ToastKey> };

/** Of several islands on a page only one shows the toasts, so that none appears twice. */
const $host = atom<symbol | null>(null);

/** Shows each waiting toast once, at the top right. */
export function Toasts({ strings }: ToastsProps) {
  const [own] = useState(() => Symbol('toasts'));
  const host = useStore($host);
  useEffect(() => {
    if (host === null) $host.set(own);
  }, [host, own]);
  useEffect(
    () => () => {
      if ($host.get() === own) $host.set(null);
    },
    [own],
  );
  return host === own ? <ToastHost strings={strings} /> : null;
}

function ToastHost({ strings }: ToastsProps) {
  const waiting = useStore($toasts);
  const [isDressed, setDressed] = useState(false);
  const dress = () => setDressed(true);
  useEffect(() => {
    if (waiting.length === 0 || !isDressed) return;
    for (const { id, type, message, closeAfterMs } of takeToasts()) {
      toast(contentOf(message, strings), { type, autoClose: closeAfterMs, toastId: id });
    }
  }, [waiting, strings, isDressed]);
  return (
    <>
      {/* A third of a page's CSS, so it loads separately; if it fails, toasts appear unstyled. */}
      <link rel="stylesheet" href={sheet} onLoad={dress} onError={dress} />
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

function contentOf(message: ToastText, strings: ToastsProps['strings']) {
  if ('fields' in message) return <FieldErrors fields={message.fields} />;
  return 'text' in message ? message.text : strings[message.key];
}
