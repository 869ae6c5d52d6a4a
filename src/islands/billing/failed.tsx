import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { BillingStrings } from './types.ts';

type FailedProps = { readonly strings: BillingStrings; readonly retry: () => void };

export function Failed({ strings, retry }: FailedProps) {
  return (
    <div className="container section">
      <Alert
        kind="error"
        title={strings.failed_title}
        actions={<Button onClick={retry}>{strings.failed_action}</Button>}
      >
        {strings.failed_text}
      </Alert>
    </div>
  );
}
