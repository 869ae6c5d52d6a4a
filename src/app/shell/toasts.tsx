import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import type calls from '#locales/en/calls.json';
import { onDemand } from './on-demand.tsx';
import { $toasts, type ToastKey } from './stores/toasts.ts';

/** If a page has several islands, only one shows the toasts, so that none appears twice. */
const $host = atom<symbol | null>(null);

/** Loaded after the first screen, before there is a toast: a lost connection must be reported too. */
const ToastHost = onDemand(async () => (await import('./toast-host.tsx')).ToastHost);

const loadAfterMs = 5_000;

export function Toasts({ strings }: { readonly strings: Pick<typeof calls, ToastKey> }) {
  const [instance] = useState(() => Symbol('toasts'));
  const host = useStore($host, { ssr: 'initial' });
  const hasToast = useStore($toasts).length > 0;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), hasToast ? 0 : loadAfterMs);
    return () => clearTimeout(timer);
  }, [hasToast]);
  useEffect(() => {
    if (host === null) $host.set(instance);
  }, [host, instance]);
  useEffect(
    () => () => {
      if ($host.get() === instance) $host.set(null);
    },
    [instance],
  );
  return host === instance && isDue ? <ToastHost fallback={null} strings={strings} /> : null;
}
