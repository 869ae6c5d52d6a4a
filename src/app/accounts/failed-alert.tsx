import { RetryAlert } from '#ui/retry-alert.tsx';
import { useTexts } from './texts.ts';

export function FailedAlert({ title, again }: { readonly title?: string; readonly again: () => Promise<unknown> }) {
  const { strings } = useTexts();
  return (
    <RetryAlert title={title ?? strings.failed_title} action={strings.failed_action} onRetry={again}>
      {strings.failed_text}
    </RetryAlert>
  );
}
