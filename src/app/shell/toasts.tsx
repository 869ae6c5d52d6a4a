import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import type calls from '#locales/en/calls.json';
import { onDemand } from './on-demand.tsx';
import type { ToastKey } from './stores/toasts.ts';

/** If a page has several islands, only one shows the toasts, so that none appears twice. */
const $host = atom<symbol | null>(null);

/** Loaded as soon as the screen works, before there is a toast: a lost connection must be reported too. */
const ToastHost = onDemand(async () => (await import('./toast-host.tsx')).ToastHost);

export function Toasts({ strings }: { readonly strings: Pick<typeof calls, ToastKey> }) {
  const [instance] = useState(() => Symbol('toasts'));
  const host = useStore($host, { ssr: 'initial' });
  useEffect(() => {
    if (host === null) $host.set(instance);
  }, [host, instance]);
  useEffect(
    () => () => {
      if ($host.get() === instance) $host.set(null);
    },
    [instance],
  );
  return host === instance ? <ToastHost fallback={null} strings={strings} /> : null;
}
