import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import type calls from '../../../public/locales/en/calls.json';
import { toastDragPercent, toastMs } from '../../contract/constants.ts';
import '../../styles/toasts.css';
import { $notices, takeNotices } from '../../stores/notices.ts';

type ToastsProps = { readonly strings: typeof calls };

/** Shows waiting notices top right, each once. */
export function Toasts({ strings }: ToastsProps) {
  const waiting = useStore($notices);
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const { id, type, message, closeAfterMs } of takeNotices()) {
      const words = 'text' in message ? message.text : strings[message.key];
      toast(words, { type, autoClose: closeAfterMs, toastId: id });
    }
  }, [waiting, strings]);
  return (
    <ToastContainer
      position="top-right"
      autoClose={toastMs}
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick
      draggable
      draggablePercent={toastDragPercent}
      hideProgressBar
      newestOnTop
    />
  );
}
