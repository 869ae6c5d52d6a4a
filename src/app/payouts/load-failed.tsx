import { RetryAlert } from '#ui/retry-alert.tsx';
import { useTexts } from './texts.ts';

type LoadFailedProps = { readonly retry: () => Promise<void> };

export function LoadFailed({ retry }: LoadFailedProps) {
  const { strings } = useTexts();
  return <RetryAlert title={strings.failed} action={strings.retry} onRetry={retry} />;
}
