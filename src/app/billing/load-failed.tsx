import { RetryAlert } from '#ui/retry-alert.tsx';
import { useTexts } from './texts.ts';

type LoadFailedProps = { readonly retry: () => void };

export function LoadFailed({ retry }: LoadFailedProps) {
  const { strings } = useTexts();
  return (
    <div className="container section">
      <RetryAlert title={strings.failed_title} action={strings.failed_action} onRetry={retry}>
        {strings.failed_text}
      </RetryAlert>
    </div>
  );
}
