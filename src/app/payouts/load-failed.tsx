import { RetryAlert } from '#ui/retry-alert.tsx';
import { useTexts } from './texts.ts';

export function LoadFailed({ retry }: { readonly retry: () => Promise<void> }) {
  const { strings } = useTexts();
  return <RetryAlert title={strings.failed} action={strings.retry} onRetry={retry} />;
}
