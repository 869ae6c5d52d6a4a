import { useStore } from '@nanostores/react';
import type calls from '../../../public/locales/en/calls.json';
import { $reauthentication } from '../../stores/reauthentication.ts';
import { onDemand } from './on-demand.tsx';

const ConfirmDialog = onDemand(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Opens when a change needs reauthentication; loaded only then. */
export function ReauthenticationDialog({ strings }: { readonly strings: typeof calls }) {
  const question = useStore($reauthentication, { ssr: 'initial' });
  if (question === null) return null;
  return <ConfirmDialog fallback={null} question={question} strings={strings} />;
}
