import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import { $question } from '../../stores/reauthentication.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Opens when a change needs reauthentication; loaded only then. */
export function ReauthenticationDialog({ strings }: { readonly strings: typeof calls }) {
  const question = useStore($question, { ssr: 'initial' });
  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} strings={strings} />
    </Suspense>
  );
}
