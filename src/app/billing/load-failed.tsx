import { RetryAlert } from '#ui/retry-alert.tsx';
import { useTexts } from './texts.ts';

export function LoadFailed({ retry }: { readonly retry: () => void }) {
  const { strings } = useTexts();
  return (
    <div className="container section">
      <RetryAlert title={strings.failed_title} action={strings.failed_action} onRetry={retry}>
        {strings.failed_text}
      </RetryAlert>
    </div>
  );
}
