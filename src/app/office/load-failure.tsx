import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { useTexts } from './texts.ts';

/** Why nothing is shown, and what helps: a retry, or setting up the second factor that the role requires. */
export function LoadFailure({ status, onRetry }: { readonly status: string; readonly onRetry: () => void }) {
  const { strings, locale } = useTexts();
  if (status === 'second-factor') {
    return (
      <Alert
        kind="warning"
        title={strings.second_factor_title}
        actions={<Button label={strings.second_factor} href={`${pathTo('profileEdit', {}, locale)}#two`} />}
      >
        {strings.second_factor_text}
      </Alert>
    );
  }
  if (status !== 'failed') return null;
  return <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={onRetry} />;
}
