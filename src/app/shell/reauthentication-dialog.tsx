import { useStore } from '@nanostores/react';
import type calls from '#locales/en/calls.json';
import { onDemand } from './on-demand.tsx';
import { $reauthentication } from './stores/reauthentication.ts';

const ConfirmDialog = onDemand(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Opens when a change needs reauthentication; loaded only then. */
export function ReauthenticationDialog({ strings }: { readonly strings: typeof calls }) {
  const question = useStore($reauthentication, { ssr: 'initial' });
  if (question === null) return null;
  return <ConfirmDialog fallback={null} question={question} strings={strings} />;
}
